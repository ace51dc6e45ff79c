// The board of `clickable_board` as a component of the page.
import { ClickableBoard } from "clickable_board";

export default {
  template: "<div></div>",
  props: {
    svg: String, width: Number, height: Number, shape: String, spots: Array, names: Array,
    moves: Array, last: Array, won: Array, tints: Array, notes: Array, contents: Array,
    alike: Array, label: String, editing: Boolean, scale: { type: Number, default: 1.5 },
  },
  mounted() {
    this.board = new ClickableBoard(this.$el, {
      onMove: (move) => this.$emit("move", move),
      onEdit: (cell) => this.$emit("edit", cell),
    });
    this.board.show({ ...this.$props });
  },
  watch: {
    $props: {
      handler() {
        this.board.show({ ...this.$props });
      },
      deep: true,
    },
  },
};
