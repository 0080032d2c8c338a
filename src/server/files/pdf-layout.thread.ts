import { readFile } from "node:fs/promises";
import type { PDFPageProxy } from "pdfjs-dist";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { invalidField } from "#kernel/errors.ts";
import { answerPieces } from "../reading/thread.ts";
import { embeddedXml } from "./pdf-embedded.ts";
import { mostLayoutPages, mostPlaced, type PdfLayout } from "./pdf-layout.ts";
import { placedOn, type Operators } from "./pdf-placed.ts";

const refusals: Readonly<Record<string, string>> = {
  PasswordException: "This PDF is locked by a password. Save it without one, and upload that.",
  InvalidPDFException: "This PDF is damaged, so it cannot be read. Save it anew.",
};
const refuse = (text: string) => invalidField("fileId", text, "unreadable_file");

const turns = [0, 90, 180, 270];
/** A page that lies on its side is read as a person would turn it. */
const placedUpright = (page: PDFPageProxy, drawing: Operators) => {
  const tries = turns.map((turn) => {
    const { transform, width, height } = page.getViewport({
      scale: 1,
      rotation: (page.rotate + turn) % 360,
    });
    return () => ({
      ...placedOn(page.pageNumber, drawing, { transform, width, height }),
      sheet: { width, height, turn },
    });
  });
  const asShown = tries[0]!();
  if (asShown.upright) return asShown;
  return (
    tries
      .slice(1)
      .map((read) => read())
      .find((read) => read.upright) ?? asShown
  );
};

const carriesXml = (attached: ReadonlyMap<string, { filename: string }> | null): boolean =>
  [...(attached?.values() ?? [])].some(({ filename }) => /\.xml$/i.test(filename));

const layoutOf = async (from: string | Uint8Array): Promise<PdfLayout> => {
  const bytes = typeof from === "string" ? await readFile(from) : from;
  const document = await getDocument({
    data: new Uint8Array(bytes),
    disableFontFace: true,
    useSystemFonts: false,
    verbosity: 0,
  }).promise;
  if (document.numPages > mostLayoutPages)
    throw refuse(
      `This PDF has ${document.numPages} pages; at most ${mostLayoutPages} are read. Save the pages that matter as a file of their own, and upload that.`,
    );
  const found: PdfLayout = {
    pages: document.numPages,
    sheets: [],
    seen: [],
    unseen: [],
    pictures: [],
    embedded: carriesXml(await document.getAttachments())
      ? await embeddedXml(bytes)
      : { xml: [], unread: null },
  };
  for (let n = 1; n <= document.numPages; n++) {
    const page = await document.getPage(n);
    const { seen, unseen, sheet, picture } = placedUpright(page, await page.getOperatorList());
    if (picture && seen.length === 0) found.pictures.push(n);
    found.sheets.push(sheet);
    found.seen.push(...seen);
    found.unseen.push(...unseen);
    page.cleanup();
    if (found.seen.length + found.unseen.length > mostPlaced)
      throw refuse(
        "This PDF holds more text than is read. Save the pages that matter as a file of their own, and upload that.",
      );
  }
  return found;
};

await answerPieces<string | Uint8Array, PdfLayout>(async function* (from) {
  try {
    yield await layoutOf(from);
  } catch (error) {
    const { name, code } = error as { name: string; code?: string };
    if (code === "unreadable_file") throw error;
    throw refuse(refusals[name] ?? "This PDF cannot be read.");
  }
});
