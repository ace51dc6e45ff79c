// The legal moves as buttons, for games without cells, for the keyboard and for readers of screens.
export default {
  template: `
    <div class="upstar-moves" role="group" aria-label="legal moves">
      <button v-for="move in moves" :key="move" type="button" :data-move="move"
              @click="$emit('move', move)">{{ move }}</button>
      <i v-if="more">and {{ more }} more: type one</i>
    </div>`,
  props: { moves: Array, more: Number },
};
