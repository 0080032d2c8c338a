import type { PDFDocument, PDFPage } from "@cantoo/pdf-lib";
import { invalid } from "#kernel/errors.ts";
import { counted } from "#kernel/words.ts";
import { drawContinuation, type Continued } from "./continuation.service.ts";
import {
  appearanceOf,
  drawAppearance,
  drawCross,
  drawLine,
  frameOf,
  inFrame,
  startOf,
  type Frame,
} from "./draw.service.ts";
import { drawable, fontsIn, type Faces, type Fonts, type Hand } from "#server/pdf/fonts.ts";
import { baselines, fit, smallest, widthOf } from "./layout.service.ts";
import {
  kindOf,
  labelOf,
  paperFormats,
  type Box,
  type FillReport,
  type PaperFieldKind,
  type Place,
  type Sheet,
} from "./paper.labels.ts";
import { digitsOf, isNumber } from "./parts.model.ts";
import { ownTag, readBack, type Drawn } from "./read-back.service.ts";
import { savePaper, stripPaper } from "./scripts.service.ts";
import { openPaper } from "./sheet.service.ts";
import { paintGround, widgetsOf, type Widget } from "./widget.service.ts";

/** What is filled in: the PDF's reading, its places, and its name. */
export type Paper = { sheet: Sheet; places: readonly Place[]; title: string };
/**
 * A value for each place, by its number; null leaves it empty. `beyond`: what the paper has no row
 * for, which goes to the continuation page.
 */
export type PaperValues = {
  values: readonly (string | boolean | null)[];
  beyond: readonly { label: string; text: string }[];
};
export type Filled = { bytes: Uint8Array; report: FillReport };

type Work = {
  pdf: PDFDocument;
  pages: PDFPage[];
  paper: Paper;
  fonts: Fonts;
  drawn: Map<string, Drawn>;
  continued: Continued[];
  shrunk: FillReport["shrunk"];
  refused: { path: string; message: string }[];
};
/** Where one value stands: the box, the widget of the PDF under it, and how its text is turned. */
type Spot = { box: Box; widget: Widget | null; turned: number; option: string };
type Target = { at: number; place: Place; kind: PaperFieldKind; label: string; spots: Spot[] };

const refuse = (work: Work, { at }: Pick<Target, "at">, message: string): void =>
  void work.refused.push({ path: `places.${at}`, message });

const tagOf = (work: Work): string => `${ownTag}${work.drawn.size + 1}`;

const drawLines = (
  work: Work,
  { label, place }: Target,
  { box, turned }: Spot,
  written: { hand: Hand; lines: string[]; size: number; multiline: boolean },
): void => {
  const { hand, lines, size, multiline } = written;
  const frame = frameOf(box, turned);
  const tag = tagOf(work);
  work.drawn.set(tag, { label, text: lines.join(" "), box });
  const page = work.pages[box.page]!;
  const ends = baselines(lines.length, size, frame.room, multiline);
  inFrame(page, frame, tag, () =>
    lines.forEach((line, n) =>
      drawLine(page, hand, line, {
        x: startOf(hand, line, size, frame.room.width, place.align),
        y: ends[n]!,
        size,
      }),
    ),
  );
};

const drawComb = (
  work: Work,
  { label }: Target,
  { box, turned }: Spot,
  written: { hand: Hand; letters: string[]; cells: number; size: number },
): void => {
  const frame = frameOf(box, turned);
  const tag = tagOf(work);
  const { hand, letters, cells, size } = written;
  work.drawn.set(tag, { label, text: letters.join(""), box });
  const page = work.pages[box.page]!;
  const wide = frame.room.width / cells;
  const [y] = baselines(1, size, frame.room, false);
  inFrame(page, frame, tag, () =>
    letters.forEach((letter, n) =>
      drawLine(page, hand, letter, {
        x: n * wide + (wide - widthOf(hand, letter, size)) / 2,
        y: y!,
        size,
      }),
    ),
  );
};

/** Where a text goes on, said in the field; shorter where the field is narrow. */
const markFor = (hand: Hand, no: number, width: number): string | null =>
  [`see continuation ${no}`, `cont. ${no}`, `*${no}`].find(
    (mark) => widthOf(hand, mark, smallest) <= width - 4,
  ) ?? null;

const sizeOf = ({ place, spots }: Target): number | null =>
  place.size ?? spots[0]?.widget?.size ?? null;

const isMultiline = (target: Target, frame: Frame): boolean =>
  target.kind === "multiline" ||
  target.kind === "list" ||
  (target.place.field === null && frame.room.height > 2.4 * (sizeOf(target) ?? 10));

const cellsOf = ({ paper }: Work, { kind, place }: Target): number =>
  kind === "comb"
    ? (paper.sheet.fields.find((each) => each.name === place.field)?.mostLetters ?? 0)
    : 0;

/** Why a text that may not be divided cannot stand here; null where it can, or may go on elsewhere. */
const unfitFor = (work: Work, target: Target, text: string): string | null => {
  const { label, place } = target;
  const cells = cellsOf(work, target);
  const digits = digitsOf(place.format);
  const length = [...text].length;
  if (digits !== null && (!/^\d*$/.test(text) || (length > 0 && length !== digits)))
    return `“${label}” takes ${paperFormats[place.format]}, and “${text}” is no such number. Correct it in the record.`;
  if (cells > 0 && length > cells)
    return `“${label}” has ${counted(cells, "box", "boxes")}, and “${text.slice(0, 60)}” has ${counted(length, "letter")}. Divide it among more fields, or shorten the value.`;
  return null;
};

const writeComb = (work: Work, target: Target, hand: Hand, text: string): void => {
  const [spot] = target.spots;
  const { room } = frameOf(spot!.box, spot!.turned);
  const cells = cellsOf(work, target);
  const letters = [...text];
  const widest = Math.max(...letters.map((letter) => widthOf(hand, letter, 1)));
  const size = Math.min(sizeOf(target) ?? 12, room.height * 0.85, room.width / cells / widest);
  for (const each of target.spots) drawComb(work, target, each, { hand, letters, cells, size });
};

const writeText = (work: Work, target: Target, hand: Hand, text: string): void => {
  const unfit = unfitFor(work, target, text.replaceAll("\n", " "));
  if (unfit !== null) return refuse(work, target, unfit);
  if (cellsOf(work, target) > 0) return writeComb(work, target, hand, text.replaceAll("\n", " "));
  const [spot] = target.spots;
  const frame = frameOf(spot!.box, spot!.turned);
  const multiline = isMultiline(target, frame);
  const no = work.continued.length + 1;
  const mark = markFor(hand, no, frame.room.width);
  const size = sizeOf(target);
  const given = { size, multiline, mark: mark ?? "" };
  const fitted = fit(hand, text, frame.room, given);
  if (fitted.rest !== "" && isNumber(text))
    return refuse(
      work,
      target,
      `“${target.label}” is too small for the number ${text}, which goes on nowhere else. Make the box larger, or write the number shorter.`,
    );
  if (fitted.rest !== "") {
    if (mark === null)
      return refuse(
        work,
        target,
        `“${target.label}” is too small for “${text.slice(0, 60)}”, and for a mark that says where it goes on. Make the box larger or shorten the value.`,
      );
    work.continued.push({ no, label: target.label, page: spot!.box.page, text: fitted.rest });
  } else if (size !== null && size > 0 && fitted.size < size)
    work.shrunk.push({ label: target.label, size: fitted.size });
  for (const each of target.spots)
    drawLines(work, target, each, { hand, lines: fitted.lines, size: fitted.size, multiline });
};

const drawText = async (work: Work, target: Target, value: string): Promise<void> => {
  const text = drawable(value);
  if (text === "") return;
  const { hand, missing } = await work.fonts.handFor(text);
  if (missing.length > 0)
    return refuse(
      work,
      target,
      `“${target.label}” holds ${missing.slice(0, 5).join(" ")}, which no font of this server has. Write it otherwise, or have a font with it added.`,
    );
  writeText(work, target, hand, text);
};

const tick = (work: Work, target: Target, spot: Spot): void => {
  const page = work.pages[spot.box.page]!;
  const tag = tagOf(work);
  const own = spot.widget?.on && appearanceOf(spot.widget.dict, spot.widget.on);
  const still = { room: spot.box, matrix: [1, 0, 0, 1, 0, 0] as Frame["matrix"] };
  if (own) {
    // A sign of the PDF's own fonts reads as whatever its maker wrote: that it is there, counts.
    work.drawn.set(tag, { label: target.label, text: "", box: null });
    inFrame(page, still, tag, () => {});
    drawAppearance(page, own, spot.box);
  } else {
    work.drawn.set(tag, { label: target.label, text: "", box: null });
    const frame = frameOf(spot.box, spot.turned);
    inFrame(page, frame, tag, () => drawCross(page, frame.room));
  }
};

const fillOne = async (
  work: Work,
  target: Target,
  value: string | boolean | null,
): Promise<void> => {
  if (target.spots.length === 0)
    return refuse(work, target, `“${target.label}” stands on no page of this PDF.`);
  if (target.kind === "check") {
    if (value === true) for (const spot of target.spots) tick(work, target, spot);
    else for (const spot of target.spots) paintOff(work, spot);
  } else if (target.kind === "radio") {
    for (const spot of target.spots)
      if (value !== null && value !== "" && spot.option === value) tick(work, target, spot);
      else paintOff(work, spot);
  } else if (typeof value === "string") await drawText(work, target, value);
};

// A box that is not ticked shows itself as the PDF draws it.
const paintOff = (work: Work, { widget, box }: Spot): void => {
  const off = widget && appearanceOf(widget.dict, "Off");
  if (off) drawAppearance(work.pages[box.page]!, off, box);
};

const targetsOf = (work: Omit<Work, "fonts">, widgets: ReadonlyMap<string, Widget[]>): Target[] =>
  work.paper.places.map((place, at) => {
    const { sheet } = work.paper;
    const asked = place.field === null ? [] : (widgets.get(place.field) ?? []);
    const turnedOf = (box: Box) => sheet.pages[box.page]?.rotate ?? 0;
    return {
      at,
      place,
      kind: kindOf(place, sheet),
      label: labelOf(place, sheet),
      spots:
        place.field === null
          ? place.box
            ? [{ box: place.box, widget: null, turned: turnedOf(place.box), option: "" }]
            : []
          : asked.map((widget) => ({
              box: widget.box,
              widget,
              turned: widget.turned,
              option: widget.option,
            })),
    };
  });

// What nobody maps stays as the PDF shows it.
const keepOthers = (work: Omit<Work, "fonts">, widgets: ReadonlyMap<string, Widget[]>): void => {
  const mapped = new Set(work.paper.places.map((place) => place.field));
  for (const [name, all] of widgets)
    for (const { dict, box } of all) {
      if (mapped.has(name)) paintGround(work.pages[box.page]!, dict, box);
      else {
        const own = appearanceOf(dict, null);
        if (own) drawAppearance(work.pages[box.page]!, own, box);
      }
    }
};

const requireNothingRefused = (
  refused: readonly { path: string; message: string }[],
  code = "paper_blocked",
): void => {
  if (refused.length > 0)
    throw invalid(code, refused.map((each) => each.message).join(" "), [...refused]);
};

const emptyOf = ({ sheet, places }: Paper, { values }: PaperValues): string[] =>
  sheet.fields
    .filter((field) => field.required)
    .filter((field) => {
      const at = places.findIndex((place) => place.field === field.name);
      return at < 0 || values[at] === null || values[at] === "" || values[at] === false;
    })
    .map((field) => field.label);

/**
 * A PDF filled in and flattened: text in the fonts that have its letters, shrunk to 6 points, then
 * continued on an added page; a number, and what stands in boxes of one letter, is whole or refused. The drawn pages are read again and compared with the values.
 *
 * @throws Problem 422 `paper_blocked`, with a sentence for each place, where no font has a letter,
 *   where a number is too long or not of its pattern, or where a page does not show what it should.
 */
export const fillPaper = async (
  bytes: Uint8Array,
  paper: Paper,
  given: PaperValues,
  faces: Faces,
): Promise<Filled> => {
  const pdf = await openPaper(bytes);
  const widgets = widgetsOf(pdf);
  const bare = {
    pdf,
    pages: pdf.getPages(),
    paper,
    drawn: new Map<string, Drawn>(),
    continued: [] as Continued[],
    shrunk: [],
    refused: [],
  };
  keepOthers(bare, widgets);
  const work: Work = { ...bare, fonts: await fontsIn(pdf, faces) };
  for (const target of targetsOf(work, widgets))
    await fillOne(work, target, given.values[target.at] ?? null);
  for (const { label, text } of given.beyond)
    work.continued.push({ no: work.continued.length + 1, label, page: null, text });
  await drawContinuation(work, work.continued, work.refused);
  requireNothingRefused(work.refused);
  stripPaper(pdf);
  const filled = await savePaper(pdf);
  const differences = await readBack(filled, work.drawn);
  requireNothingRefused(
    differences.map(({ label, why }) => ({
      path: label,
      message: `“${label}” is not on the page as it should be: ${why}.`,
    })),
  );
  const report: FillReport = {
    shrunk: work.shrunk,
    continued: work.continued.map(({ no, label }) => ({ no, label })),
    fonts: work.fonts.used(),
    empty: emptyOf(paper, given),
    pages: pdf.getPageCount(),
  };
  return { bytes: filled, report };
};
