import { readdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import * as fontkit from "@cantoo/fontkit";
import { StandardFonts, type PDFDocument, type PDFFont } from "@cantoo/pdf-lib";

/** A font with the letters that it has. */
export type Face = { name: string; has: (codePoint: number) => boolean; bytes: Uint8Array | null };
export type Faces = readonly Face[];
/** A stretch of text in one font. */
type Run = { text: string; font: PDFFont };

export type Weight = "regular" | "bold";
const shipped = {
  regular: { helvetica: StandardFonts.Helvetica, dejaVu: "DejaVuSans.ttf" },
  bold: { helvetica: StandardFonts.HelveticaBold, dejaVu: "DejaVuSans-Bold.ttf" },
} as const;
const dejaVu = (weight: Weight) =>
  createRequire(import.meta.url).resolve(`dejavu-fonts-ttf/ttf/${shipped[weight].dejaVu}`);

const faceFrom = async (path: string): Promise<Face> => {
  const bytes = await readFile(path);
  const font = fontkit.create(bytes) as {
    hasGlyphForCodePoint?: (n: number) => boolean;
    fullName?: string;
  };
  if (!font.hasGlyphForCodePoint) throw new Error(`${path} holds several fonts; take one of them`);
  return {
    name: font.fullName ?? path,
    has: (codePoint) => font.hasGlyphForCodePoint!(codePoint),
    bytes,
  };
};

const added = async (folder: string): Promise<string[]> =>
  (await readdir(folder))
    .filter((name) => /\.(ttf|otf)$/i.test(name))
    .toSorted()
    .map((name) => join(folder, name));

/**
 * The fonts in the order in which they are tried: Helvetica, DejaVu Sans, then those that the
 * installation added in `folder` (TTF and OTF, by name).
 */
export const facesOf = async (
  folder: string | null,
  weight: Weight = "regular",
): Promise<readonly Face[]> => [
  { name: "Helvetica", has: () => false, bytes: null },
  await faceFrom(dejaVu(weight)),
  ...(await Promise.all((folder ? await added(folder) : []).map(faceFrom))),
];

/** How a value is written: which stretch of it in which font. */
export type Hand = (piece: string) => Run[];
export type Fonts = {
  /** The fonts that a value needs, as few as possible; the letters that none has. */
  handFor: (text: string) => Promise<{ hand: Hand; missing: string[] }>;
  /** Fonts that were needed, by name. */
  used: () => string[];
};

const codeOf = (letter: string): number => letter.codePointAt(0)!;

/** The fonts of one document, each embedded with the letters that are used once something needs it. */
export const fontsIn = async (
  pdf: PDFDocument,
  faces: readonly Face[],
  weight: Weight = "regular",
): Promise<Fonts> => {
  pdf.registerFontkit(fontkit as never);
  const helvetica = await pdf.embedFont(shipped[weight].helvetica);
  const plain = new Set(helvetica.getCharacterSet());
  const embedded = new Map<Face, PDFFont>();
  const known = faces.map((face) =>
    face.bytes === null ? { ...face, has: (n: number) => plain.has(n) } : face,
  );
  const embed = async (face: Face): Promise<void> => {
    if (embedded.has(face)) return;
    embedded.set(
      face,
      face.bytes === null ? helvetica : await pdf.embedFont(face.bytes, { subset: true }),
    );
  };
  const inOne =
    (face: Face): Hand =>
    (piece) => [{ text: piece, font: embedded.get(face)! }];
  const inSeveral =
    (of: ReadonlyMap<string, Face>): Hand =>
    (piece) => {
      const runs: Run[] = [];
      for (const letter of piece) {
        const font = embedded.get(of.get(letter)!)!;
        const last = runs.at(-1);
        if (last?.font === font) last.text += letter;
        else runs.push({ text: letter, font });
      }
      return runs;
    };
  return {
    handFor: async (text) => {
      const letters = [...new Set([...text, " "])].filter((letter) => letter !== "\n");
      const whole = known.find((face) => letters.every((letter) => face.has(codeOf(letter))));
      if (whole) {
        await embed(whole);
        return { hand: inOne(whole), missing: [] };
      }
      const of = new Map<string, Face>();
      for (const letter of letters) {
        const face = known.find((each) => each.has(codeOf(letter)));
        if (face) of.set(letter, face);
      }
      for (const face of of.values()) await embed(face);
      return { hand: inSeveral(of), missing: letters.filter((letter) => !of.has(letter)) };
    },
    used: () => [...embedded.keys()].map((face) => face.name),
  };
};

const invisible = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u2060\ufeff]/gu;

/** A text as it is drawn: composed letters, plain spaces, nothing that nobody sees. */
export const drawable = (text: string): string =>
  text
    .normalize("NFC")
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(/[\t\u00a0\u2000-\u200a\u202f\u205f\u3000]/g, " ")
    .replaceAll(invisible, "")
    .trim();
