import { readFile } from "node:fs/promises";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { invalidField } from "#kernel/errors.ts";
import { answerPieces } from "../reading/thread.ts";
import { mostCharacters, mostPages, type PdfText } from "./pdf-text.ts";

const refusals: Readonly<Record<string, string>> = {
  PasswordException: "This PDF is locked by a password, so its text cannot be searched.",
  InvalidPDFException: "This PDF is damaged, so its text cannot be searched.",
};

type Actions = { getJSActions: () => Promise<unknown>; getAttachments: () => Promise<unknown> };

const isActive = async (document: Actions): Promise<boolean> => {
  const found = await Promise.all([document.getJSActions(), document.getAttachments()]);
  return found.some((each) => each !== null && each !== undefined);
};

const textOf = async (path: string): Promise<PdfText> => {
  const document = await getDocument({
    data: new Uint8Array(await readFile(path)),
    disableFontFace: true,
    useSystemFonts: false,
    verbosity: 0,
  }).promise;
  const pieces: string[] = [];
  let length = 0;
  for (let n = 1; n <= Math.min(document.numPages, mostPages) && length < mostCharacters; n++) {
    const page = await document.getPage(n);
    const { items } = await page.getTextContent();
    const text = items
      .map((item) => ("str" in item ? `${item.str}${item.hasEOL ? "\n" : ""}` : ""))
      .join("");
    pieces.push(text);
    length += text.length;
    page.cleanup();
  }
  return {
    scripts: await isActive(document),
    pages: document.numPages,
    text: pieces.join("\n").replaceAll("\0", " ").slice(0, mostCharacters),
  };
};

await answerPieces<string, PdfText>(async function* (path) {
  try {
    yield await textOf(path);
  } catch (error) {
    throw invalidField(
      "file",
      refusals[(error as Error).name] ?? "The text of this PDF cannot be read.",
      "unreadable_file",
    );
  }
});
