// The board: a picture from the server with the cells laid over it. A move is made by clicking its
// cells. Nothing is drawn anew but what changes, and choosing cells asks nobody.
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
    // Another position: what was chosen belongs to the old one.
    svg() {
      this.chosen = [];
    },
  },
  computed: {
    // Moves of three cells or more (a queen's way and its arrow) are given in their order.
    ordered() {
      return this.moves.some(([, cells]) => cells.length > 2);
    },
    // The cells that can be chosen next.
    targets() {
      if (this.editing) return [];
      const next = new Set();
      for (const [, cells] of this.fitting(this.chosen)) {
        if (this.ordered) {
          if (cells.length > this.chosen.length) next.add(cells[this.chosen.length]);
        } else cells.filter((c) => !this.chosen.includes(c)).forEach((c) => next.add(c));
      }
      return [...next];
    },
    // A note says more than a dot.
    dots() {
      const noted = new Set(this.notes.map(([spot]) => spot));
      return this.targets.filter((spot) => !noted.has(spot));
    },
  },
  methods: {
    fitting(chosen) {
      return this.moves.filter(([, cells]) =>
        this.ordered
          ? chosen.every((spot, i) => cells[i] === spot)
          : chosen.every((spot) => cells.includes(spot)),
      );
    },
    whole(chosen) {
      return this.fitting(chosen).find(([, cells]) => cells.length === chosen.length);
    },
    press(spot) {
      if (this.editing) return this.$emit("edit", this.names[spot]);
      // The last cell once more ends a move that could go on.
      if (this.chosen.length && this.chosen.at(-1) === spot) {
        const move = this.whole(this.chosen);
        return move ? this.play(move[0]) : (this.chosen = []);
      }
      let chosen = [...this.chosen, spot];
      if (!this.fitting(chosen).length) chosen = [spot];
      const fitting = this.fitting(chosen);
      if (!fitting.length) return (this.chosen = []);
      const move = this.whole(chosen);
      if (move && fitting.length === 1) return this.play(move[0]);
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
    // To the nearest cell in a direction; sideways counts double.
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
