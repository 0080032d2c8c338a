import type { Hand } from "#server/pdf/fonts.ts";

/** The smallest letters, in points: below them nobody reads a copy. */
export const smallest = 6;
const step = 0.5;
export const padding = 2;
const leading = 1.16;
/** So high capital letters are, and so far a line reaches below and above them, of the size. */
const capital = 0.72;

export type Room = { width: number; height: number };
/** Lines in their order, the size that they fit in, and the text that did not. */
export type Fitted = { lines: string[]; size: number; rest: string };

export const widthOf = (hand: Hand, text: string, size: number): number =>
  hand(text).reduce((sum, run) => sum + run.font.widthOfTextAtSize(run.text, size), 0);

/** So many lines of a size fit below each other. */
const linesIn = (height: number, size: number): number =>
  Math.max(1, Math.floor((height - 2 * padding + (leading - 1) * size) / (leading * size)));

const brokenWord = (hand: Hand, word: string, size: number, room: number): string[] => {
  const pieces = [""];
  for (const letter of word) {
    const longer = pieces.at(-1)! + letter;
    if (pieces.at(-1) !== "" && widthOf(hand, longer, size) > room) pieces.push(letter);
    else pieces[pieces.length - 1] = longer;
  }
  return pieces;
};

/** The lines of a text in so many points of width; a word that is longer is broken. */
export const wrapped = (hand: Hand, text: string, size: number, room: number): string[] =>
  text.split("\n").flatMap((paragraph) => {
    const lines = [""];
    for (const word of paragraph.split(" ").filter(Boolean)) {
      const longer = lines.at(-1) === "" ? word : `${lines.at(-1)} ${word}`;
      if (widthOf(hand, longer, size) <= room) lines[lines.length - 1] = longer;
      else {
        const pieces = brokenWord(hand, word, size, room);
        if (lines.at(-1) === "") lines.pop();
        lines.push(...pieces);
      }
    }
    return lines;
  });

const sizesFrom = (size: number): number[] => {
  const sizes: number[] = [];
  for (let next = size; next > smallest; next -= step) sizes.push(next);
  return [...sizes, Math.min(size, smallest)];
};

/** The size with which a field begins that leaves it to whoever fills it in. */
const ownSize = (room: Room, multiline: boolean): number =>
  multiline ? 10 : Math.max(smallest, Math.min(12, Math.floor((room.height * 0.72) / step) * step));

/**
 * A text in a room: in the size that is wanted, else smaller down to 6 points. What does not fit
 * then is the rest, behind as many whole words as leave room for `mark`.
 */
export const fit = (
  hand: Hand,
  text: string,
  room: Room,
  how: { size: number | null; multiline: boolean; mark: string },
): Fitted => {
  const width = room.width - 2 * padding;
  const flat = how.multiline ? text : text.replaceAll(/\s*\n\s*/g, " ");
  const sizes = sizesFrom(how.size || ownSize(room, how.multiline));
  for (const size of sizes) {
    if (!how.multiline && size > smallest && size * capital > room.height) continue;
    const lines = how.multiline ? wrapped(hand, flat, size, width) : [flat];
    const fits = how.multiline
      ? lines.length <= linesIn(room.height, size)
      : widthOf(hand, flat, size) <= width;
    if (fits) return { lines, size, rest: "" };
  }
  return shortened(hand, flat, room, { ...how, size: sizes.at(-1)! });
};

// A text is cut behind a word; where the first one alone is too long, the mark stands alone.
const shortened = (
  hand: Hand,
  text: string,
  room: Room,
  { size, multiline, mark }: { size: number; multiline: boolean; mark: string },
): Fitted => {
  const width = room.width - 2 * padding;
  const most = multiline ? linesIn(room.height, size) : 1;
  const fits = (lines: string[]) =>
    lines.length <= most && lines.every((line) => widthOf(hand, line, size) <= width);
  const linesOf = (piece: string) => {
    const whole = piece === "" ? mark : `${piece} ${mark}`;
    return multiline ? wrapped(hand, whole, size, width) : [whole];
  };
  const ends = [...text.matchAll(/\s+/g)].map((space) => space.index);
  let [low, high] = [0, ends.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(linesOf(text.slice(0, ends[middle - 1])))) low = middle;
    else high = middle - 1;
  }
  const kept = low === 0 ? "" : text.slice(0, ends[low - 1]);
  return { lines: linesOf(kept), size, rest: text.slice(kept.length).trimStart() };
};

/** The lower ends of lines in a room, from the top; one line stands in the middle. */
export const baselines = (lines: number, size: number, room: Room, multiline: boolean): number[] =>
  multiline
    ? Array.from(
        { length: lines },
        (_, n) => room.height - padding - size * 0.85 - n * size * leading,
      )
    : [(room.height - size * capital) / 2];
