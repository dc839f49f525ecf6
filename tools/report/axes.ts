import type { Axis, Segment } from "./pictures/axis.ts";
import type { Subject } from "./subjects.ts";

const LARGEST = 1.7e308;
const SMALLEST = 2.3e-308; // normal numbers alone: the smallest is 2.2e-308

const TINY: Segment = {
  caption: "tiny",
  from: SMALLEST,
  to: 1e-3,
  scale: "log",
  share: 0.16,
  ticks: [1e-300, 1e-100],
};
const MODERATE: Segment = {
  caption: "moderate",
  from: 1e-3,
  to: 1e3,
  scale: "log",
  share: 0.4,
  ticks: [1e-3, 1e-2, 0.1, 1, 10, 100, 1e3],
};
const HUGE: Segment = {
  caption: "huge",
  from: 1e3,
  to: LARGEST,
  scale: "log",
  share: 0.22,
  ticks: [1e100, 1e200, 1e300],
};

/** exp(-|x|) keeps them small: the complete range. */
const SCALED: Axis = {
  label: "x",
  origin: 0,
  segments: [
    {
      caption: "negative",
      from: -LARGEST,
      to: -SMALLEST,
      scale: "log",
      share: 0.22,
      ticks: [-1e200, -1, -1e-200],
    },
    TINY,
    MODERATE,
    HUGE,
  ],
};

/** They overflow at 713.98; the last numbers before that are a stretch of their own. */
const GROWING: Axis = {
  label: "x",
  origin: 0,
  segments: [
    {
      caption: "negative",
      from: -713.9,
      to: -SMALLEST,
      scale: "log",
      share: 0.22,
      ticks: [-100, -1e-150],
    },
    TINY,
    { ...MODERATE, to: 700, ticks: [1e-3, 1e-2, 0.1, 1, 10, 100] },
    {
      caption: "before overflow",
      from: 700,
      to: 714,
      scale: "linear",
      share: 0.22,
      ticks: [700, 705, 710, 714],
    },
  ],
};

/** Poles at 0 and the negative integers; from -2^52 on all doubles are integers. */
const GAMMA: Axis = {
  label: "x",
  origin: 0,
  segments: [
    {
      caption: "far negative",
      from: -1e15,
      to: -10,
      scale: "log",
      share: 0.16,
      ticks: [-1e15, -1e5],
    },
    {
      caption: "between the poles",
      from: -10,
      to: 0,
      scale: "linear",
      share: 0.32,
      ticks: [-10, -8, -6, -4, -2, 0],
    },
    { ...TINY, share: 0.13 },
    { ...MODERATE, share: 0.25, ticks: [1e-3, 0.1, 1, 10, 1e3] },
    { ...HUGE, share: 0.14, ticks: [1e150, 1e300] },
  ],
};

/** Peers add a term for every unit of |x|: beyond -10^4 one waits for them. */
const POLYGAMMA: Axis = {
  ...GAMMA,
  segments: GAMMA.segments.map((segment) =>
    segment.caption === "far negative" ? { ...segment, from: -1e4, ticks: [-1e4, -100] } : segment
  ),
};

/** Defined beyond (p - 1)/2, from where the numbers are counted. */
const MULTIGAMMA: readonly Segment[] = [
  {
    caption: "next to the edge",
    from: 1e-15,
    to: 1e-3,
    scale: "log",
    share: 0.25,
    ticks: [1e-15, 1e-10, 1e-5],
  },
  { ...MODERATE, share: 0.5 },
  { ...HUGE, share: 0.25 },
];

/** The axis on which a subject is drawn. */
export function axisOf({ spec, kernel, parameter = 1 }: Subject): Axis {
  if (kernel.name === "polygamma") return POLYGAMMA;
  switch (spec.name) {
    case "i0":
    case "i1":
      return GROWING;
    case "i0e":
    case "i1e":
      return SCALED;
    case "multigammaln": {
      const origin = (parameter - 1) / 2;
      return { label: origin === 0 ? "x" : `x − ${origin}`, origin, segments: MULTIGAMMA };
    }
    default:
      return GAMMA;
  }
}
