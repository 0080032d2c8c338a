import { OPS } from "pdfjs-dist/legacy/build/pdf.mjs";
import type { Box, PlacedText, Unseen } from "./pdf-layout.ts";

type Matrix = readonly number[];
type View = { transform: Matrix; width: number; height: number };
export type Operators = { fnArray: readonly number[]; argsArray: readonly unknown[] };
type Glyph = { unicode?: string; width?: number; isSpace?: boolean };

const times = (a: Matrix, b: Matrix): number[] => [
  a[0]! * b[0]! + a[2]! * b[1]!,
  a[1]! * b[0]! + a[3]! * b[1]!,
  a[0]! * b[2]! + a[2]! * b[3]!,
  a[1]! * b[2]! + a[3]! * b[3]!,
  a[0]! * b[4]! + a[2]! * b[5]! + a[4]!,
  a[1]! * b[4]! + a[3]! * b[5]! + a[5]!,
];
const boxThrough = (m: Matrix, [x0, y0, x1, y1]: Matrix): Box => {
  const corners = [
    [x0!, y0!],
    [x1!, y0!],
    [x0!, y1!],
    [x1!, y1!],
  ].map(([x, y]) => [m[0]! * x! + m[2]! * y! + m[4]!, m[1]! * x! + m[3]! * y! + m[5]!]);
  const xs = corners.map((c) => c[0]!);
  const ys = corners.map((c) => c[1]!);
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
};
/** The part of a box that another one covers, 0 to 1. */
const covered = (a: Box, b: Box): number => {
  const w = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const h = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return w <= 0 || h <= 0 ? 0 : (w * h) / Math.max(a.width * a.height, 0.01);
};
const apart = (a: string, b: string): number => {
  const part = (c: string, i: number) => Number.parseInt(c.slice(1 + 2 * i, 3 + 2 * i), 16);
  return Math.max(...[0, 1, 2].map((i) => Math.abs(part(a, i) - part(b, i))));
};

const begun = {
  ctm: [1, 0, 0, 1, 0, 0] as Matrix,
  fill: "#000000" as string | null,
  stroke: "#000000" as string | null,
  alpha: 1,
  mode: 0,
  size: 1,
  char: 0,
  word: 0,
  stretch: 1,
  rise: 0,
  leading: 0,
  clip: null as Box | null,
};
type Shape = Box & { at: number; color: string | null };
type Shown = PlacedText & {
  at: number;
  color: string | null;
  mode: number;
  clear: boolean;
  clip: Box | null;
};

const tiny = 3;
const nearColor = 24;

/** Walks the drawing of a page as a viewer does, and notes texts, grounds and covers in order. */
class Walk {
  state = begun;
  stack: (typeof begun)[] = [];
  text: Matrix = [1, 0, 0, 1, 0, 0];
  line: Matrix = this.text;
  clipping = false;
  upright = 0;
  shapes: Shape[] = [];
  pictures: Box[] = [];
  shown: Shown[] = [];
  page: number;
  constructor(page: number, transform: Matrix) {
    this.page = page;
    this.state = { ...begun, ctm: transform };
  }
  set(change: Partial<typeof begun>) {
    this.state = { ...this.state, ...change };
  }
  move(x: number, y: number) {
    this.line = this.text = times(this.line, [1, 0, 0, 1, x, y]);
  }
  cover(box: Box, at: number, color: string | null) {
    if (this.state.alpha >= 0.9) this.shapes.push({ ...box, at, color });
  }
  piece(text: string, from: number, to: number, at: number) {
    if (text.trim() === "") return;
    const { size, stretch, rise, ctm, mode, fill, stroke, alpha, clip } = this.state;
    const height = Math.abs(size);
    const m = times(ctm, this.text);
    const box = boxThrough(m, [
      from * stretch,
      rise - height * 0.2,
      to * stretch,
      rise + height * 0.8,
    ]);
    if (m[0]! * size > Math.abs(m[1]! * size)) this.upright++;
    const lead = text.length - text.trimStart().length;
    this.shown.push({
      ...box,
      page: this.page,
      text: text.slice(lead).trimEnd(),
      at,
      mode,
      color: mode % 4 === 1 ? stroke : fill,
      clear: alpha < 0.1,
      clip,
    });
  }
  show(glyphs: readonly (Glyph | number)[], at: number) {
    const { size, char, word, stretch } = this.state;
    let [x, from, last] = [0, 0, 0];
    let text = "";
    for (const glyph of glyphs) {
      if (typeof glyph === "number") {
        x -= (glyph / 1000) * size;
        continue;
      }
      if (!glyph) continue;
      const advance = ((glyph.width ?? 0) / 1000) * size;
      if (text !== "" && x - last > Math.abs(size)) {
        this.piece(text, from, last, at);
        text = "";
      } else if (text !== "" && x - last > 0.2 * Math.abs(size) && !/\s$/.test(text)) text += " ";
      if (text === "") from = x;
      if (text !== "" || (glyph.unicode ?? "").trim() !== "") text += glyph.unicode ?? "";
      x += advance + char + (glyph.isSpace ? word : 0);
      if ((glyph.unicode ?? "").trim() !== "") last = x - char;
    }
    this.piece(text, from, last, at);
    this.text = times(this.text, [1, 0, 0, 1, x * stretch, 0]);
  }
  path(args: readonly unknown[], at: number) {
    const [op, [data] = [], bounds] = args as [number, [ArrayLike<number>?]?, Matrix?];
    if (!bounds) return;
    const box = boxThrough(this.state.ctm, Array.from(bounds));
    if (this.clipping) this.set({ clip: box });
    this.clipping = false;
    const fills = [OPS.fill, OPS.eoFill, OPS.fillStroke, OPS.eoFillStroke, OPS.closeFillStroke];
    const simple = data !== undefined && data !== null && data.length <= 16;
    if (simple && fills.includes(op as never)) this.cover(box, at, this.state.fill);
  }
}

type Step = (walk: Walk, args: readonly unknown[], at: number) => void;
const numbers = (args: readonly unknown[]) => args as readonly number[];
const pictured: Step = (walk) => void walk.pictures.push(boxThrough(walk.state.ctm, [0, 0, 1, 1]));
const image: Step = (walk, args, at) => {
  pictured(walk, args, at);
  walk.cover(walk.pictures.at(-1)!, at, null);
};
const push: Step = (walk) => void walk.stack.push(walk.state);
const pop: Step = (walk) => void (walk.state = walk.stack.pop() ?? walk.state);

const steps: Readonly<Record<number, Step>> = {
  [OPS.save]: push,
  [OPS.restore]: pop,
  [OPS.transform]: (w, a) => w.set({ ctm: times(w.state.ctm, numbers(a)) }),
  [OPS.paintFormXObjectBegin]: (w, a, at) => {
    push(w, a, at);
    if (a[0]) w.set({ ctm: times(w.state.ctm, Array.from(a[0] as Matrix)) });
  },
  [OPS.paintFormXObjectEnd]: pop,
  [OPS.beginText]: (w) => void (w.line = w.text = [1, 0, 0, 1, 0, 0]),
  [OPS.setTextMatrix]: (w, a) =>
    void (w.line = w.text = Array.from((a.length === 1 ? a[0] : a) as Matrix)),
  [OPS.moveText]: (w, a) => w.move(numbers(a)[0]!, numbers(a)[1]!),
  [OPS.setLeadingMoveText]: (w, a) => {
    w.set({ leading: -numbers(a)[1]! });
    w.move(numbers(a)[0]!, numbers(a)[1]!);
  },
  [OPS.nextLine]: (w) => w.move(0, -w.state.leading),
  [OPS.setLeading]: (w, a) => w.set({ leading: numbers(a)[0]! }),
  [OPS.setFont]: (w, a) => w.set({ size: a[1] as number }),
  [OPS.setTextRenderingMode]: (w, a) => w.set({ mode: numbers(a)[0]! }),
  [OPS.setCharSpacing]: (w, a) => w.set({ char: numbers(a)[0]! }),
  [OPS.setWordSpacing]: (w, a) => w.set({ word: numbers(a)[0]! }),
  [OPS.setHScale]: (w, a) => w.set({ stretch: numbers(a)[0]! / 100 }),
  [OPS.setTextRise]: (w, a) => w.set({ rise: numbers(a)[0]! }),
  [OPS.setFillRGBColor]: (w, a) => w.set({ fill: String(a[0]) }),
  [OPS.setStrokeRGBColor]: (w, a) => w.set({ stroke: String(a[0]) }),
  [OPS.setFillColorN]: (w) => w.set({ fill: null }),
  [OPS.setStrokeColorN]: (w) => w.set({ stroke: null }),
  [OPS.setGState]: (w, a) => {
    for (const [name, value] of a[0] as [string, unknown][])
      if (name === "ca") w.set({ alpha: value as number });
  },
  [OPS.clip]: (w) => void (w.clipping = true),
  [OPS.eoClip]: (w) => void (w.clipping = true),
  [OPS.constructPath]: (w, a, at) => w.path(a, at),
  [OPS.showText]: (w, a, at) => w.show(a[0] as (Glyph | number)[], at),
  [OPS.paintImageXObject]: image,
  [OPS.paintInlineImageXObject]: image,
  // What a mask leaves open is seen through it: it covers nothing.
  [OPS.paintImageMaskXObject]: pictured,
};

const whyUnseen = (text: Shown, shapes: readonly Shape[], view: View): Unseen["why"] | null => {
  if (text.mode === 3 || text.mode === 7 || text.clear) return "invisible";
  if (Math.min(text.height, Math.max(text.width, text.height)) < tiny) return "tiny";
  const page = { x: 0, y: 0, width: view.width, height: view.height };
  if (covered(text, page) < 0.5) return "outside";
  if (text.clip && covered(text, text.clip) < 0.2) return "outside";
  if (shapes.some((s) => s.at > text.at && covered(text, s) > 0.8)) return "covered";
  const under = shapes.findLast((s) => s.at < text.at && covered(text, s) > 0.5);
  const ground = under ? under.color : "#ffffff";
  return ground && text.color && apart(ground, text.color) < nearColor ? "ground" : null;
};

/**
 * The texts that a page's drawing shows, and those that nobody sees, with the reason; `upright` where
 * most of them run from left to right, `picture` where pictures take a fifth of the page.
 */
export const placedOn = (
  page: number,
  { fnArray, argsArray }: Operators,
  view: View,
): { seen: PlacedText[]; unseen: Unseen[]; upright: boolean; picture: boolean } => {
  const walk = new Walk(page, view.transform);
  fnArray.forEach((fn, at) => steps[fn]?.(walk, (argsArray[at] ?? []) as unknown[], at));
  const seen: PlacedText[] = [];
  const unseen: Unseen[] = [];
  for (const one of walk.shown) {
    const { x, y, width, height, text } = one;
    const placed = { page, text, x, y, width, height };
    const why = whyUnseen(one, walk.shapes, view);
    if (why) unseen.push({ ...placed, why });
    else seen.push(placed);
  }
  const whole = { x: 0, y: 0, width: view.width, height: view.height };
  const shown = walk.pictures.reduce((sum, box) => sum + covered(whole, box), 0);
  return {
    ...{ seen, unseen, upright: walk.upright * 2 >= walk.shown.length },
    picture: shown > 0.2,
  };
};
