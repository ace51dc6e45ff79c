// The moves of a game with variations and comments, as a component of the page.
import { button, part } from "clickable_board";

export default {
  template: "<div></div>",
  props: { rows: Array, current: Number },
  mounted() {
    this.show();
  },
  watch: {
    $props: {
      handler() {
        this.show();
      },
      deep: true,
    },
  },
  methods: {
    show() {
      this.$el.className = "upstar-game-moves";
      this.$el.setAttribute("role", "group");
      this.$el.setAttribute("aria-label", "moves of the game");
      this.$el.replaceChildren();
      let shown = null;
      for (const [depth, items] of this.rows) {
        const row = part(this.$el, "div", depth ? "upstar-variation" : "upstar-main-line");
        row.style.marginLeft = `${Math.min(depth, 6) * 0.9}rem`;
        for (const [id, number, move, comment, badge] of items) {
          if (number) part(row, "span", "upstar-move-number", number);
          const made = button(row, "upstar-played", move, () => this.$emit("go", id));
          if (badge) part(made, "span", `upstar-badge upstar-badge-${badge[1]}`, badge[0]);
          if (id === this.current) {
            made.setAttribute("aria-current", "true");
            shown = made;
          }
          if (comment) part(row, "span", "upstar-comment", comment);
        }
      }
      if (!this.rows.length) part(this.$el, "span", "upstar-faint", "no moves yet");
      // Keep the current move in sight without scrolling the page.
      if (shown) this.$el.scrollTop = shown.offsetTop - this.$el.offsetTop - this.$el.clientHeight / 2;
    },
  },
};
