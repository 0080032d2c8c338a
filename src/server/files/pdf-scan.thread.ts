import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { createCanvas } from "@napi-rs/canvas";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import type { PDFPageProxy } from "pdfjs-dist";
import Tesseract, { type Line, type Worker } from "tesseract.js";
import { answerPieces } from "../reading/thread.ts";
import type { PlacedText } from "./pdf-layout.ts";
import { mostScanned, type ScanAnswer, type ScanQuestion } from "./pdf-scan.ts";

/** Letters of 300 dots an inch are read best; a page is never drawn larger than this. */
const wanted = 300 / 72;
const mostPixels = 9_000_000;
/** Below it what stands there is as likely a stain as a word. */
const leastSure = 30;

const folderOf = (name: string) => dirname(createRequire(import.meta.url).resolve(name));
const open = async ({ from }: ScanQuestion) =>
  getDocument({
    data: new Uint8Array(typeof from === "string" ? await readFile(from) : from),
    disableFontFace: true,
    useSystemFonts: false,
    verbosity: 0,
    wasmUrl: `${join(folderOf("pdfjs-dist/package.json"), "wasm")}/`,
  }).promise;

const scaleOf = ({ width, height }: { width: number; height: number }) =>
  Math.min(wanted, Math.sqrt(mostPixels / (width * height)));

const drawn = async (page: PDFPageProxy) => {
  const scale = scaleOf(page.getViewport({ scale: 1 }));
  const viewport = page.getViewport({ scale });
  const [width, height] = [Math.floor(viewport.width), Math.floor(viewport.height)];
  const canvas = createCanvas(width, height);
  const canvasContext = canvas.getContext("2d");
  await page.render({ canvas, canvasContext, viewport, background: "#ffffff" } as never).promise;
  return { picture: await canvas.encode("png"), scale };
};

/** Words of a line that stand close are one text; a wide gap begins the next, as in a table. */
const textsOf = (line: Line, page: number, scale: number): PlacedText[] => {
  const texts: PlacedText[] = [];
  for (const { text, confidence, bbox } of line.words) {
    if (confidence < leastSure || text.trim() === "") continue;
    const box = {
      x: bbox.x0 / scale,
      y: line.bbox.y0 / scale,
      width: (bbox.x1 - bbox.x0) / scale,
      height: (line.bbox.y1 - line.bbox.y0) / scale,
    };
    const last = texts.at(-1);
    const gap = last ? box.x - last.x - last.width : Infinity;
    if (last && gap < 0.7 * box.height) {
      last.text += ` ${text}`;
      last.width = box.x + box.width - last.x;
    } else texts.push({ page, text, ...box });
  }
  return texts;
};

const begin = (): Promise<Worker> =>
  Tesseract.createWorker("eng", Tesseract.OEM.LSTM_ONLY, {
    langPath: join(folderOf("@tesseract.js-data/eng/package.json"), "4.0.0_best_int"),
    cacheMethod: "none",
    errorHandler: () => {},
  });

const nothing = "no letters were found on it";
const readAll = async (question: ScanQuestion): Promise<ScanAnswer> => {
  const found: ScanAnswer = { seen: [], unread: [] };
  const document = await open(question);
  const worker = await begin();
  for (const n of question.pages.slice(0, mostScanned)) {
    const page = await document.getPage(n);
    const { picture, scale } = await drawn(page);
    await worker.setParameters({ user_defined_dpi: String(Math.round(scale * 72)) });
    const { data } = await worker.recognize(picture, {}, { blocks: true, text: false });
    const lines = (data.blocks ?? []).flatMap((b) => b.paragraphs.flatMap((p) => p.lines));
    const texts = lines.flatMap((line) => textsOf(line, n, scale));
    if (texts.length === 0) found.unread.push({ page: n, why: nothing });
    found.seen.push(...texts);
    page.cleanup();
  }
  for (const page of question.pages.slice(mostScanned))
    found.unread.push({ page, why: `at most ${mostScanned} pictures of pages are read` });
  await worker.terminate();
  return found;
};

await answerPieces<ScanQuestion, ScanAnswer>(async function* (question) {
  yield await readAll(question);
});
