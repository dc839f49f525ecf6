import { type NewtonStep, newtonStep } from "./newton_step.ts";
import { growParameter, leapStep, stepWithout } from "./leap_step.ts";
import { type Ending, FLAT, hasRunOff, judgeEnding, NOISE } from "./judge_ending.ts";
import {
  findOutbound,
  isShrinking,
  listRunaways,
  listSteady,
  type Place,
  UNKNOWN,
} from "./runaways.ts";
import { placesOf, type SumPlaces } from "./sums.ts";

export type { Ending } from "./judge_ending.ts";

const ENDINGS: readonly Ending[] = [
  "active",
  "converged",
  "outside",
  "unbounded",
  "edge",
  "unidentified",
  "stuck",
  "exhausted",
  "empty",
];

/** What is searched for. */
export interface ClimbOptions {
  /** Where each search starts. */
  readonly start: readonly number[];
  /** Whether the least sum is searched for. */
  readonly minimize: boolean;
  /** Steps of each search, at most. */
  readonly iterations: number;
}

/** What a search has found. */
export interface Found {
  readonly ending: Ending;
  readonly parameters: Float64Array;
  /** The standard error of each parameter; NaN where there is none. */
  readonly errors: Float64Array;
  /** The greatest sum that was found, or the least one; NaN if there is none. */
  readonly extreme: number;
  readonly iterations: number;
  /** The parameters that the ending is about: those that grow, or are not identified. */
  readonly about: readonly number[];
  /** Whether the first of them goes to 0, if the sum still changes with it. */
  readonly goesToZero: boolean;
}

/** Part of the promised rise that a step must bring. */
const ENOUGH = 2 ** -13;
/** A step that rises by this much more than a parabola is followed by a longer one. */
const CONVEX = 1.15;
const MAX_STRETCH = 64;
/** How many times a parameter grows at most where the Hessian is not definite. */
const MAX_GROWTH = 9;
/** Steps that need not raise the sum, before the search goes back to where it was highest. */
const LOOSE_STEPS = 3;
/** How many times a parameter that keeps its sign shrinks at most. */
const MAX_SHRINKAGE = 10;
/** The greatest power to which these two are raised: they are squared after each step that they limit. */
const MAX_PACE = 64;
/** A parameter that keeps its sign holds up the others if it allows less than this part of a step. */
const HELD_UP = 2 ** -6;
/** A step that is halved this often goes along a kink, unless it raises the sum by this part of itself. */
const CREEP_CUTS = 8;
const STRIDE = 2 ** -4;
/** Steps of the other parameters after such a step, at most. */
const MAX_HELD_STEPS = 8;
/** How many times a parameter may grow in the first leap. Each leap that succeeds squares it. */
const FIRST_LEAP = 4;
const MAX_LEAP = 2 ** 8;
/** Steps before the first leap: most searches have converged by then, or nearly so. */
const STEPS_BEFORE_LEAPS = 4;
/** Steps of the other parameters before a leap, at most; as many steps without leaps follow. */
const MAX_SETTLING = 8;
/** A parameter leaps if the next step would let it grow by this part of itself. */
const GROWTH = 0.25;
/**
 * There is no maximum if a parameter grew this many times in leaps between which the slope in its
 * reciprocal changed no more than so many times: a straight line leads up to infinity.
 */
const ENOUGH_GROWTH = 2 ** 6;
const BENT = 1.5;
/** And if the rise that this slope promises differs from the true one no more than so many times. */
const MISSED = 8;
/**
 * And if each leap changes the slope by a smaller part of itself than the one before, or by what rounding
 * explains, and only this part of the sum is left to gain. Far below the mean of y, the sum of
 * `-log(s) - y / s` is nearly a straight line of 1 / s as well, but each leap bends it more, and the whole
 * sum is left to gain.
 */
const MOST_LEFT = 2 ** -3;
const NO_BEND = 2 ** -48;
/** A parameter that has leapt and is hardly known is tried at so many times its size before it converges. */
const CHECKED_GROWTH = 16;

/** The index of no parameter. */
const NONE = -1;

// What is known of the sign of a parameter.
const MAY_CHANGE = 1;
const STAYS = 2;

type State = ReturnType<typeof startState>;

/** What searches keep besides their parameters and sums: columns with one element for each group. */
function startState(groups: number) {
  return {
    /** An index into ENDINGS. */
    ending: new Uint8Array(groups),
    /** Steps that were taken; -1 until the sums are known where the search starts. */
    iterations: new Float64Array(groups).fill(-1),
    /** Sum of absolute values where the search starts. */
    startScale: new Float64Array(groups),
    /** The slope along the step. */
    slope: new Float64Array(groups),
    /** Length of the step that is tried, in steps of Newton's method. */
    stretch: new Float64Array(groups),
    /** The change of a parameter, as a part of itself, that stays in the domain. */
    reach: new Float64Array(groups).fill(Infinity),
    /** The power to which the limits of growth and shrinkage are raised. */
    pace: new Float64Array(groups).fill(1),
    /** Whether these limits shorten the step that is tried. */
    isLimited: new Uint8Array(groups),
    /** How often this step was halved. */
    cuts: new Uint16Array(groups),
    /** Steps in a row that were halved because the sum was not defined. */
    edges: new Uint32Array(groups),
    /** Steps in a row that were halved many times. */
    creeps: new Uint32Array(groups),
    /** The parameter that stays where it is, since its kinks would hold up the others, and for how long. */
    held: new Int32Array(groups).fill(NONE),
    heldSteps: new Uint8Array(groups),
    /** Steps since the sum was highest. */
    looseSteps: new Uint8Array(groups),
    /** Consecutive full steps that are not much shorter than the one before. */
    steadySteps: new Float64Array(groups),
    /** The parameter that is 0 in the trial, to see whether it may be. */
    probed: new Int32Array(groups).fill(NONE),
    /** The parameter that leaps. */
    leaper: new Int32Array(groups).fill(NONE),
    /** How many times it may grow in the next leap. */
    leapGrowth: new Float64Array(groups).fill(FIRST_LEAP),
    /** The slope along a leap that is tried, or 0. */
    leapSlope: new Float64Array(groups),
    /** Steps of the other parameters before a leap; below 0, steps without leaps. */
    settlingSteps: new Int8Array(groups),
    /** The slope in the reciprocal of the parameter that leaps, where it was last known. */
    pull: new Float64Array(groups),
    /** By what part of itself this slope changed in the last leap; NaN if that is not known. */
    bend: new Float64Array(groups).fill(NaN),
    /** The parameter in whose reciprocal the sum is a straight line, as far as leaps have shown. */
    straight: new Int32Array(groups).fill(NONE),
    /** The size of that parameter from which on the slope has hardly changed, and the sum there. */
    straightFrom: new Float64Array(groups),
    straightSum: new Float64Array(groups),
    /** The parameter that is 16 times as large in the trial, before the search converges. */
    checked: new Int32Array(groups).fill(NONE),
    /** Whether the sum was higher there. */
    isDoubted: new Uint8Array(groups),
    /** The parameter that grew although it was hardly known, where the Hessian was last definite. */
    outbound: new Int32Array(groups).fill(NONE),
  };
}

const STATE_BYTES = Object.values(startState(1)).reduce(
  (sum, { byteLength }) => sum + byteLength,
  0,
);

/** Bytes that a search of so many parameters takes. */
export function bytesOfClimb(parameters: number): number {
  return 8 * (4 * parameters + placesOf(parameters).count) + parameters + STATE_BYTES;
}

/**
 * Searches for maxima by Newton's method, one for each group, all at the same time: each search
 * asks for the sums of its group at some parameters, and takes them. A step that leaves
 * the domain is halved and tried again. So is one that does not raise the sum, unless the next steps
 * make up for it: along a curved ridge, a long step down and one back up are faster than many short
 * ones. Before a parameter changes its sign, the search looks at 0, where many domains end.
 *
 * A search uses only operations that are rounded alike on every machine. So it ends in the same
 * bits wherever the same sums come from.
 */
export class Climbs {
  /** The parameters at which each search needs sums next, group after group. */
  readonly trials: Float64Array;
  readonly #k: number;
  readonly #places: SumPlaces;
  readonly #options: ClimbOptions;
  /** The best parameters so far, the direction of the step, the one before, and the sums. */
  readonly #at: Float64Array;
  readonly #direction: Float64Array;
  readonly #before: Float64Array;
  readonly #sums: Float64Array;
  /** What is known of the sign of each parameter. */
  readonly #signs: Uint8Array;
  readonly #state: State;

  constructor(groups: number, options: ClimbOptions) {
    const { start } = options;
    const k = start.length;
    this.#k = k;
    this.#options = options;
    this.#places = placesOf(k);
    this.trials = new Float64Array(groups * k);
    for (let i = 0; i < this.trials.length; i++) this.trials[i] = start[i % k];
    this.#at = this.trials.slice();
    this.#direction = new Float64Array(groups * k);
    this.#before = new Float64Array(groups * k);
    this.#sums = new Float64Array(groups * this.#places.count);
    this.#signs = new Uint8Array(groups * k);
    this.#state = startState(groups);
  }

  /** Whether the search of a group goes on. */
  isActive(group: number): boolean {
    return this.#state.ending[group] === 0;
  }

  /** How the search of a group ended. */
  endingOf(group: number): Ending {
    return ENDINGS[this.#state.ending[group]];
  }

  /** Whether the sums of a group are finite where its search starts. */
  isStarted(group: number): boolean {
    return this.#state.iterations[group] >= 0;
  }

  /** Leaves out a group that has no rows. */
  leave(group: number): void {
    this.#end(group, "empty");
  }

  /** The greatest change that the next step makes to a parameter, as a part of itself. */
  changeOf(group: number): number {
    let most = 0;
    for (let i = group * this.#k; i < (group + 1) * this.#k; i++) {
      const change = Math.abs(this.trials[i] - this.#at[i]);
      most = Math.max(most, this.#at[i] === 0 ? change : change / Math.abs(this.#at[i]));
    }
    return most;
  }

  /** The best sum of a group so far. */
  extremeOf(group: number): number {
    const value = this.#sums[group * this.#places.count];
    if (!this.isStarted(group)) return NaN;
    return this.#options.minimize ? -value : value;
  }

  /** Takes the sums at the parameters that a search has asked for, and decides how it goes on. */
  take(group: number, given: ArrayLike<number>): void {
    const { count, absolute } = this.#places;
    const sums = Float64Array.from(given);
    const isDefined = sums.every(Number.isFinite);
    if (this.#options.minimize) {
      for (let i = 0; i < count; i++) if (i !== absolute) sums[i] = -sums[i];
    }
    if (!this.isStarted(group)) {
      if (!isDefined) return this.#end(group, "outside");
      return this.#accept(group, sums, 0);
    }
    const probed = this.#state.probed[group];
    if (probed !== NONE) {
      this.#signs[group * this.#k + probed] = isDefined ? MAY_CHANGE : STAYS;
      return this.#try(group);
    }
    if (this.#state.checked[group] !== NONE) return this.#takeCheck(group, sums, isDefined);
    const leaping = this.#state.leapSlope[group];
    if (!isDefined) return leaping > 0 ? this.#leapLess(group) : this.#halve(group, "edge");
    const rise = sums[0] - this.#sums[group * count];
    const promised = leaping ||
      Math.min(1, this.#state.stretch[group]) * this.#state.slope[group];
    const noise = NOISE * Math.max(sums[absolute], this.#sums[group * count + absolute]);
    const isHidden = promised <= 16 * noise && rise >= -noise;
    if (rise >= ENOUGH * promised && rise > 0 || isHidden) return this.#accept(group, sums, rise);
    const loose = this.#state.looseSteps[group];
    if (loose < LOOSE_STEPS && this.#state.cuts[group] === 0) return this.#loosen(group, sums);
    if (leaping > 0) return this.#leapLess(group);
    this.#halve(group, "stuck");
  }

  /** What the search of a group has found. */
  found(group: number): Found {
    const k = this.#k;
    const ending = this.endingOf(group);
    const parameters = this.#at.slice(group * k, (group + 1) * k);
    const iterations = Math.max(0, this.#state.iterations[group]);
    if (!this.isStarted(group)) {
      const errors = new Float64Array(k).fill(NaN);
      return { ending, parameters, errors, extreme: NaN, iterations, about: [], goesToZero: false };
    }
    const step = this.#stepOf(group);
    const { errors } = step;
    const place = this.#placeOf(group, step);
    const about = this.#listAbout(group, place);
    const isFlat = ending === "unidentified";
    return {
      ending,
      parameters,
      errors: errors.map((error, i) =>
        Number.isFinite(error) && !(isFlat && about.includes(i)) ? error : NaN
      ),
      extreme: this.extremeOf(group),
      iterations,
      about,
      goesToZero: about.length > 0 && about[0] !== this.#state.outbound[group] &&
        isShrinking(place, about[0]),
    };
  }

  /** Lists the parameters that an ending is about. */
  #listAbout(group: number, place: Place): readonly number[] {
    const leapt = this.#state.straight[group];
    switch (this.endingOf(group)) {
      case "unidentified":
        return place.step.free.length === 0 ? [leapt] : place.step.free;
      case "unbounded":
      case "exhausted": {
        const from = group * this.#k;
        const found = listRunaways(place, (i) => this.#signs[from + i] === STAYS);
        const outbound = this.#state.outbound[group];
        return found.length > 0 ? found : [leapt, outbound].filter((i) => i >= 0).slice(0, 1);
      }
      default:
        return [];
    }
  }

  /** Goes to the parameters that were tried, and chooses the next ones. */
  #accept(group: number, sums: Float64Array, rise: number): void {
    const k = this.#k;
    const { count, absolute } = this.#places;
    const [from, to] = [group * k, (group + 1) * k];
    const cuts = this.#state.cuts[group];
    const wasCut = cuts > 0;
    const isCreep = cuts >= CREEP_CUTS && rise < STRIDE * sums[absolute];
    const wasHeld = this.#state.held[group] !== NONE;
    this.#hold(group, isCreep);
    if (isCreep) this.#state.creeps[group]++;
    else if (!wasHeld) this.#state.creeps[group] = 0;
    const edges = this.#state.edges[group];
    const change = this.changeOf(group);
    const isLeap = this.#state.leapSlope[group] > 0;
    const isFull = !wasCut && !isLeap && this.#state.looseSteps[group] === 0;
    const before = this.#at.slice(from, to);
    const slopeBefore = this.#state.slope[group];
    const iterations = this.#state.iterations[group] + 1;
    this.#at.set(this.trials.subarray(from, to), from);
    this.#sums.set(sums, group * count);
    this.#before.set(this.#direction.subarray(from, to), from);
    this.#state.iterations[group] = iterations;
    if (iterations === 0) this.#state.startScale[group] = sums[absolute];
    const isPaced = isFull && this.#state.isLimited[group] > 0;
    this.#state.pace[group] = isPaced ? Math.min(2 * this.#state.pace[group], MAX_PACE) : 1;
    this.#state.cuts[group] = 0;
    this.#state.looseSteps[group] = 0;
    if (edges > 0 && !wasCut) this.#state.edges[group] = 0;
    const at = this.#at.subarray(from, to);
    const step = newtonStep(sums, at);
    const way = this.#confine(group, step);
    this.#direction.set(way.direction, from);
    this.#state.slope[group] = way.slope;
    const place = this.#placeOf(group, step);
    const steadyBefore = this.#state.steadySteps[group];
    const isSteady = isFull && listSteady(place).length > 0;
    this.#state.steadySteps[group] = isSteady ? steadyBefore + 1 : 0;
    const ending = judgeEnding({
      ...place,
      rise,
      slopeBefore,
      steadySteps: this.#state.steadySteps[group],
      steadyBefore,
      isOutbound: this.#state.outbound[group] !== NONE,
      edges: this.#state.edges[group],
      creeps: this.#state.creeps[group],
      isChecked: this.#isDoubtful(group, step),
    });
    if (step.isDefinite) this.#state.outbound[group] = findOutbound(place);
    if (ending === "converged") return this.#check(group, step);
    if (ending !== "active") return this.#end(group, ending);
    if (iterations >= this.#options.iterations) {
      return this.#end(group, "exhausted");
    }
    const next = { ...step, ...way };
    this.#choose(group, { step: next, rise: isLeap ? 0 : rise, change, slopeBefore, wasCut });
    this.#state.leapSlope[group] = 0;
    const growing = this.#findGrowing(group, { step, before });
    this.#state.leaper[group] = growing;
    if (growing === NONE) return this.#land(group);
    const growth = at[growing] / before[growing];
    if (isLeap && growth > 1) {
      this.#state.leapGrowth[group] = Math.min(this.#state.leapGrowth[group] ** 2, MAX_LEAP);
    }
    this.#leap(group, { isNew: true });
  }

  /**
   * After a step along a kink, lets the parameter that would go furthest stay where it is for some steps:
   * the sum of `-abs(x - m) / s - log(s)` has a kink in m at each x, and s is far from its best value.
   */
  #hold(group: number, isCreep: boolean): void {
    const k = this.#k;
    const held = this.#state.held[group];
    if (isCreep && held === NONE && k > 1) {
      const direction = this.#direction.subarray(group * k, (group + 1) * k);
      const at = this.#at.subarray(group * k, (group + 1) * k);
      const parts = direction.map((part, i) => Math.abs(part / at[i]));
      this.#state.held[group] = parts.indexOf(Math.max(...parts));
      this.#state.heldSteps[group] = MAX_HELD_STEPS;
    } else if (held !== NONE && (isCreep || --this.#state.heldSteps[group] === 0)) {
      this.#state.held[group] = NONE;
    }
  }

  /**
   * Lets the other parameters go their own way if one is held, or if one that keeps its sign would hold
   * them up, since it is almost 0 already and may only shrink.
   */
  #confine(group: number, step: NewtonStep): Pick<NewtonStep, "direction" | "slope"> {
    const k = this.#k;
    const from = group * k;
    const at = this.#at.subarray(from, from + k);
    const kept = this.#state.held[group];
    if (kept !== NONE) {
      const others = stepWithout(this.#sumsOf(group), at, kept);
      if (others.slope > 0) return others;
    }
    const shrinkage = MAX_SHRINKAGE ** this.#state.pace[group];
    const held = at.findIndex((value, i) =>
      this.#signs[from + i] === STAYS &&
      Math.abs(value) < HELD_UP * Math.min(1, Math.abs(this.#options.start[i])) &&
      keepSign(value, { step: step.direction[i], stretch: 1, shrinkage }) < HELD_UP
    );
    if (held < 0 || k === 1) return step;
    const { direction, slope: others } = stepWithout(this.#sumsOf(group), at, held);
    direction[held] = -(1 - 1 / shrinkage) * at[held];
    const slope = others + direction[held] * this.#sumsOf(group)[this.#places.gradient + held];
    return slope > 0 ? { direction, slope } : step;
  }

  /**
   * Converges, unless there is a parameter that has leapt, and the sum may be the same where it is much
   * larger. Rounding of the others then hides how the sum is curved, and a look at it decides.
   */
  #check(group: number, step: NewtonStep): void {
    const k = this.#k;
    const at = this.#at.subarray(group * k, (group + 1) * k);
    const growing = this.#state.straight[group];
    if (!this.#isDoubtful(group, step)) return this.#converge(group);
    if (this.#state.isDoubted[group] > 0) return this.#end(group, "unbounded");
    this.#state.checked[group] = growing;
    this.#state.leaper[group] = growing;
    this.#state.cuts[group] = 0;
    this.#state.looseSteps[group] = 0;
    this.trials.set(
      growParameter(this.#sumsOf(group), { at, growing, most: CHECKED_GROWTH }),
      group * k,
    );
  }

  /** Whether a parameter has leapt and is hardly known. */
  #isDoubtful(group: number, { errors }: NewtonStep): boolean {
    const growing = this.#state.straight[group];
    if (growing === NONE) return false;
    const size = Math.abs(this.#at[group * this.#k + growing]);
    return CHECKED_GROWTH * size >= this.#state.straightFrom[group] &&
      errors[growing] >= UNKNOWN * size;
  }

  /** Goes on from where a parameter is much larger, or ends. */
  #takeCheck(group: number, sums: Float64Array, isDefined: boolean): void {
    const { count, absolute } = this.#places;
    const rise = sums[0] - this.#sums[group * count];
    const noise = NOISE * Math.max(sums[absolute], this.#sums[group * count + absolute]);
    if (!isDefined) return this.#converge(group);
    if (rise < -noise) {
      if (this.#state.looseSteps[group] < LOOSE_STEPS) return this.#loosen(group, sums);
      // The best values of the others may lie between two float64.
      const trial = this.trials.subarray(group * this.#k, (group + 1) * this.#k);
      const { slope } = stepWithout(sums, trial, this.#state.checked[group]);
      if (rise + slope / 2 < -2 * noise) return this.#converge(group);
    }
    if (rise <= noise) return this.#end(group, "unidentified");
    this.#state.checked[group] = NONE;
    this.#state.isDoubted[group] = 1;
    this.#accept(group, sums, rise);
  }

  #converge(group: number): void {
    const { direction } = this.#stepOf(group);
    direction.forEach((part, i) => this.#at[group * this.#k + i] += part);
    this.#end(group, "converged");
  }

  /**
   * Tries a leap, or ends where leaps have shown that there is no maximum. `isNew`: it is the first one
   * from where the search is.
   */
  #leap(group: number, { isNew }: { readonly isNew: boolean }): void {
    const k = this.#k;
    const leap = leapStep(this.#sumsOf(group), {
      at: this.#at.subarray(group * k, (group + 1) * k),
      growing: this.#state.leaper[group],
      most: this.#state.leapGrowth[group],
      mayReturn: this.#state.leapGrowth[group] > FIRST_LEAP,
    });
    if (leap === undefined) return this.#land(group);
    if (isNew && leap.pull !== undefined && this.#isStraight(group, leap.pull)) {
      return this.#end(group, "unbounded");
    }
    const settling = leap.pull === undefined ? this.#state.settlingSteps[group] + 1 : 0;
    this.#state.settlingSteps[group] = settling;
    if (settling > MAX_SETTLING) {
      this.#state.settlingSteps[group] = -MAX_SETTLING;
      return this.#land(group);
    }
    this.#state.leapSlope[group] = leap.slope;
    this.trials.set(leap.to, group * k);
  }

  /**
   * Whether the sum has been a straight line of the reciprocal of the parameter that leaps, for so long
   * that it rises up to where that is 0. A line that bends more and more leads to a maximum.
   */
  #isStraight(group: number, pull: number): boolean {
    const growing = this.#state.leaper[group];
    const size = Math.abs(this.#at[group * this.#k + growing]);
    const ratio = this.#state.pull[group] / pull;
    const isLine = growing === this.#state.straight[group] && pull > 0 && ratio >= 1 / BENT &&
      ratio <= BENT;
    const bend = isLine ? Math.abs(1 - ratio) : NaN;
    const isFading = bend <= Math.max(this.#state.bend[group], NO_BEND);
    this.#state.bend[group] = bend;
    this.#state.pull[group] = pull;
    this.#state.straight[group] = growing;
    const sums = this.#sumsOf(group);
    if (!isLine) {
      this.#state.straightFrom[group] = size;
      this.#state.straightSum[group] = sums[0];
    }
    const from = this.#state.straightFrom[group];
    const rise = sums[0] - this.#state.straightSum[group];
    const part = rise / (pull * (1 / from - 1 / size));
    const scale = sums[this.#places.absolute];
    const isSeen = rise > 16 * NOISE * scale && pull / size <= MOST_LEFT * scale;
    return size >= ENOUGH_GROWTH * from && isFading && isSeen && part >= 1 / MISSED &&
      part <= MISSED;
  }

  /** Tries a shorter leap, or goes on without leaps. */
  #leapLess(group: number): void {
    this.#state.looseSteps[group] = 0;
    if (this.#state.leapGrowth[group] === FIRST_LEAP) return this.#land(group);
    this.#state.leapGrowth[group] = FIRST_LEAP;
    this.#leap(group, { isNew: false });
  }

  /** The parameter that leaps, or has grown and goes on to grow by much; NONE if there is none. */
  #findGrowing(
    group: number,
    { step, before }: {
      readonly step: NewtonStep;
      readonly before: Float64Array;
    },
  ): number {
    if (this.#state.leaper[group] !== NONE) return this.#state.leaper[group];
    if (this.#state.iterations[group] < STEPS_BEFORE_LEAPS) return NONE;
    const settling = this.#state.settlingSteps[group];
    if (settling < 0) {
      this.#state.settlingSteps[group] = settling + 1;
      return NONE;
    }
    const k = this.#k;
    const at = this.#at.subarray(group * k, (group + 1) * k);
    const growth = at.map((value, i) =>
      before[i] * value > 0 && Math.abs(value) > Math.abs(before[i]) ? step.direction[i] / value : 0
    );
    const most = Math.max(...growth);
    // Parameters that grow together stay on a straight line.
    const isAlone = growth.filter((part) => part >= most / 4).length === 1;
    return most >= GROWTH && isAlone ? growth.indexOf(most) : NONE;
  }

  /** Goes on without leaps. */
  #land(group: number): void {
    this.#state.leapSlope[group] = 0;
    this.#state.leaper[group] = NONE;
    this.#state.leapGrowth[group] = FIRST_LEAP;
    this.#state.looseSteps[group] = 0;
    this.#try(group);
  }

  /** Chooses the length of the next step. */
  #choose(
    group: number,
    { step, rise, change, slopeBefore, wasCut }: {
      readonly step: NewtonStep;
      readonly rise: number;
      readonly change: number;
      readonly slopeBefore: number;
      readonly wasCut: boolean;
    },
  ): void {
    const { direction, isDefinite } = step;
    const k = this.#k;
    const from = group * k;
    const at = this.#at.subarray(from, from + k);
    const before = this.#before.subarray(from, from + k);
    const goesOn = direction.every((part, i) => part * before[i] >= 0);
    const stretch = this.#state.stretch[group];
    const isSteep = goesOn && !wasCut && stretch >= 1 && rise >= CONVEX * slopeBefore / 2;
    let next = isSteep ? Math.min(2 * stretch, MAX_STRETCH) : 1;
    // A longer step than that of Newton's method does not change the sign of a parameter.
    const shrinkage = MAX_SHRINKAGE ** this.#state.pace[group];
    for (let i = 0; i < k; i++) {
      next = Math.max(1, keepSign(at[i], { step: direction[i], stretch: next, shrinkage }));
    }
    let reach = this.#state.reach[group];
    if (this.#state.edges[group] > 0 && wasCut) reach = change;
    else if (change >= reach / 2) reach *= 2;
    this.#state.reach[group] = reach;
    const growth = MAX_GROWTH ** this.#state.pace[group] - 1;
    const most = isDefinite ? reach : Math.min(reach, growth);
    const longest = longestOf(direction, at);
    const isLimited = next * longest > most;
    if (isLimited) next = most / longest;
    this.#state.isLimited[group] = Number(isLimited && most === growth);
    this.#state.stretch[group] = next;
  }

  /** Goes one step further from where the sum is lower, in the hope of a higher one. */
  #loosen(group: number, sums: Float64Array): void {
    const k = this.#k;
    const [from, to] = [group * k, (group + 1) * k];
    const trial = this.trials.subarray(from, to);
    const leaper = this.#state.leaper[group];
    const fixed = leaper === NONE ? this.#state.held[group] : leaper;
    const { direction } = fixed === NONE
      ? newtonStep(sums, trial)
      : stepWithout(sums, trial, fixed);
    this.#state.looseSteps[group]++;
    let stretch = Math.min(1, (MAX_GROWTH - 1) / longestOf(direction, trial));
    for (let i = 0; i < k; i++) {
      if (this.#signs[from + i] === MAY_CHANGE) continue;
      stretch = keepSign(trial[i], { step: direction[i], stretch, shrinkage: MAX_SHRINKAGE });
    }
    for (let i = 0; i < k; i++) trial[i] += stretch * direction[i];
  }

  /** Halves the step, or ends where it is too short. */
  #halve(group: number, reason: "edge" | "stuck"): void {
    const k = this.#k;
    const [from, to] = [group * k, (group + 1) * k];
    const isLoose = this.#state.looseSteps[group] > 0;
    this.#state.stretch[group] /= 2;
    this.#state.pace[group] = 1;
    if (reason === "edge" && this.#state.cuts[group] === 0 && !isLoose) {
      this.#state.edges[group]++;
    }
    this.#state.cuts[group]++;
    this.#state.looseSteps[group] = 0;
    this.#try(group);
    const at = this.#at.subarray(from, to);
    if (this.trials.subarray(from, to).some((value, i) => value !== at[i])) return;
    const slope = this.#state.slope[group];
    const { isDefinite } = this.#stepOf(group);
    const { count, absolute } = this.#places;
    const isFlat = slope / 2 <= FLAT * this.#sums[group * count + absolute];
    this.#end(group, reason === "stuck" && isFlat && isDefinite ? "converged" : reason);
  }

  /** Chooses the parameters that are tried next: those at the end of the step, or a look at 0. */
  #try(group: number): void {
    const k = this.#k;
    const from = group * k;
    const at = this.#at.subarray(from, from + k);
    const direction = this.#direction.subarray(from, from + k);
    let stretch = this.#state.stretch[group];
    const shrinkage = MAX_SHRINKAGE ** this.#state.pace[group];
    for (let i = 0; i < k; i++) {
      if (this.#signs[from + i] !== STAYS) continue;
      const kept = keepSign(at[i], { step: direction[i], stretch, shrinkage });
      if (kept < stretch) this.#state.isLimited[group] = 1;
      stretch = kept;
    }
    this.#state.stretch[group] = stretch;
    const trial = at.map((value, i) => {
      const to = value + stretch * direction[i];
      const isTooFar = this.#signs[from + i] === STAYS &&
        to * Math.sign(value) < Math.abs(value) / shrinkage;
      return isTooFar ? value / shrinkage : to;
    });
    const probe = trial.findIndex((value, i) =>
      this.#signs[from + i] === 0 && at[i] !== 0 && value * Math.sign(at[i]) <= 0
    );
    this.#state.probed[group] = probe;
    this.trials.set(probe === NONE ? trial : at, from);
    if (probe !== NONE) this.trials[from + probe] = 0;
  }

  #end(group: number, ending: Ending): void {
    const isOff = this.isStarted(group) &&
      hasRunOff(this.#placeOf(group, this.#stepOf(group)), ending);
    this.#state.ending[group] = ENDINGS.indexOf(isOff ? "unbounded" : ending);
  }

  #placeOf(group: number, step: NewtonStep): Place {
    const [from, to] = [group * this.#k, (group + 1) * this.#k];
    return {
      at: this.#at.subarray(from, to),
      start: this.#options.start,
      before: this.#before.subarray(from, to),
      step,
      scale: this.#sumsOf(group)[this.#places.absolute],
      startScale: this.#state.startScale[group],
    };
  }

  /** The step of Newton's method from the best parameters so far. */
  #stepOf(group: number): NewtonStep {
    return newtonStep(
      this.#sumsOf(group),
      this.#at.subarray(group * this.#k, (group + 1) * this.#k),
    );
  }

  #sumsOf(group: number): Float64Array {
    const { count } = this.#places;
    return this.#sums.subarray(group * count, (group + 1) * count);
  }
}

/** The greatest change that a direction makes to a parameter, as a part of itself. */
function longestOf(direction: Float64Array, at: Float64Array): number {
  let longest = 0;
  for (let i = 0; i < at.length; i++) {
    if (at[i] !== 0) longest = Math.max(longest, Math.abs(direction[i] / at[i]));
  }
  return longest;
}

/** Shortens a step such that a number keeps its sign, and shrinks at most so many times. */
function keepSign(
  value: number,
  { step, stretch, shrinkage }: {
    readonly step: number;
    readonly stretch: number;
    readonly shrinkage: number;
  },
): number {
  return value * step < 0 ? Math.min(stretch, -(1 - 1 / shrinkage) * value / step) : stretch;
}
