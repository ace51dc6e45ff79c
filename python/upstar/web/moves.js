// The buttons of `clickable_board` for legal moves as a component of the page.
import { showMoves } from "clickable_board";

export default {
  template: "<div></div>",
  props: { moves: Array, more: String },
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
      showMoves(this.$el, this.moves, this.more, (move) => this.$emit("move", move));
    },
  },
};
