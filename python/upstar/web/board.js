// The board: a picture from the server with its cells as an overlay. The user makes a move by
// clicking its cells. Only changes are repainted, and selecting cells needs no request to the server.
export default {
  template: `
    <div class="upstar-board" tabindex="0" role="application" :aria-label="label"
         @keydown="key" @blur="cursor = -1" :style="{ maxWidth: width * scale + 'px' }">
      <div class="upstar-picture" aria-hidden="true" v-html="svg"></div>
      <svg class="upstar-overlay" :viewBox="'0 0 ' + width + ' ' + height">
        <g v-for="[spot, colour] in tints" :key="'t' + spot">
          <rect v-if="shape === 'square'" :x="spots[spot][0] - 20" :y="spots[spot][1] - 20"
                width="40" height="40" :fill="colour" fill-opacity="0.42" :stroke="colour"/>
          <circle v-else :cx="spots[spot][0]" :cy="spots[spot][1]" r="19" :fill="colour"
                  fill-opacity="0.42" :stroke="colour"/>
        </g>
        <circle v-for="spot in last" :key="'l' + spot" :cx="spots[spot][0]" :cy="spots[spot][1]"
                r="17" fill="none" stroke="#d55e00" stroke-width="3"/>
        <circle v-for="spot in dots" :key="'m' + spot" :cx="spots[spot][0]"
                :cy="spots[spot][1]" :r="chosen.length ? 9 : 5" class="upstar-target"/>
        <circle v-for="spot in chosen" :key="'c' + spot" :cx="spots[spot][0]"
                :cy="spots[spot][1]" r="17" class="upstar-chosen"/>
        <text v-for="[spot, text] in notes" :key="'n' + spot" :x="spots[spot][0]"
              :y="spots[spot][1]" class="upstar-note">{{ text }}</text>
        <circle v-if="cursor >= 0 && spots[cursor]" :cx="spots[cursor][0]" :cy="spots[cursor][1]"
                r="18.5" class="upstar-cursor"/>
        <circle v-for="(place, spot) in spots" :key="'s' + spot" :cx="place[0]" :cy="place[1]"
                r="20" fill="transparent" :data-cell="names[spot]"
                :class="{ 'upstar-live': editing || targets.includes(spot) }"
                @click="press(spot)"><title>{{ names[spot] }}</title></circle>
      </svg>
    </div>`,
  props: {
    svg: String, width: Number, height: Number, shape: String, spots: Array, names: Array,
    moves: Array, last: Array, tints: Array, notes: Array, label: String,
    editing: Boolean, scale: { type: Number, default: 1.5 },
  },
  data() {
    return { chosen: [], cursor: -1 };
  },
  watch: {
    // A new position clears the selection.
    svg() {
      this.chosen = [];
    },
  },
  computed: {
    // The cells of moves with three or more cells (a queen's move and its arrow) have an order.
    ordered() {
      return this.moves.some(([, cells]) => cells.length > 2);
    },
    // The cells that can be chosen next.
    targets() {
      if (this.editing) return [];
      const next = new Set();
      for (const [, cells] of this.matching(this.chosen)) {
        if (this.ordered) {
          if (cells.length > this.chosen.length) next.add(cells[this.chosen.length]);
        } else cells.filter((c) => !this.chosen.includes(c)).forEach((c) => next.add(c));
      }
      return [...next];
    },
    // A note replaces the dot of its cell.
    dots() {
      const noted = new Set(this.notes.map(([spot]) => spot));
      return this.targets.filter((spot) => !noted.has(spot));
    },
  },
  methods: {
    matching(chosen) {
      return this.moves.filter(([, cells]) =>
        this.ordered
          ? chosen.every((spot, i) => cells[i] === spot)
          : chosen.every((spot) => cells.includes(spot)),
      );
    },
    whole(chosen) {
      return this.matching(chosen).find(([, cells]) => cells.length === chosen.length);
    },
    press(spot) {
      if (this.editing) return this.$emit("edit", this.names[spot]);
      // A second click on the last cell plays a move that is the beginning of a longer one.
      if (this.chosen.length && this.chosen.at(-1) === spot) {
        const move = this.whole(this.chosen);
        return move ? this.play(move[0]) : (this.chosen = []);
      }
      let chosen = [...this.chosen, spot];
      if (!this.matching(chosen).length) chosen = [spot];
      const matching = this.matching(chosen);
      if (!matching.length) return (this.chosen = []);
      const move = this.whole(chosen);
      if (move && matching.length === 1) return this.play(move[0]);
      this.chosen = chosen;
    },
    play(move) {
      this.chosen = [];
      this.$emit("move", move);
    },
    key(event) {
      const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
      if (event.key in step) this.walk(...step[event.key]);
      else if (event.key === "Enter" || event.key === " ") this.cursor >= 0 && this.press(this.cursor);
      else if (event.key === "Escape") this.chosen = [];
      else return;
      event.preventDefault();
    },
    // Move the cursor to the nearest cell in a direction. Distance to the side counts double.
    walk(dx, dy) {
      if (this.cursor < 0 || !this.spots[this.cursor]) {
        this.cursor = this.spots.length ? 0 : -1;
        return;
      }
      const [x, y] = this.spots[this.cursor];
      let best = Infinity;
      this.spots.forEach(([u, v], spot) => {
        const along = (u - x) * dx + (v - y) * dy;
        const aside = Math.abs((u - x) * dy) + Math.abs((v - y) * dx);
        if (along > 1 && along + 2 * aside < best) {
          best = along + 2 * aside;
          this.cursor = spot;
        }
      });
    },
  },
};
