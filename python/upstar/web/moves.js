// The legal moves as buttons: for games without cells, for the keyboard and for screen readers.
export default {
  template: `
    <div class="upstar-moves" role="group" aria-label="legal moves">
      <button v-for="move in moves" :key="move" type="button" :data-move="move"
              @click="$emit('move', move)">{{ move }}</button>
      <i v-if="more">and {{ more }} more; type the move instead</i>
    </div>`,
  props: { moves: Array, more: Number },
};
