import { constants, inflateSync } from "node:zlib";
import {
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFRawStream,
  PDFString,
} from "@cantoo/pdf-lib";

/** XML files that a PDF carries, in its order; `unread` says why one of them was not taken. */
export type Embedded = { xml: Uint8Array[]; unread: string | null };

const mostEmbedded = 5 * 1024 * 1024;
const mostFiles = 10;

const tooLarge = "An XML file inside this PDF is larger than 5 MB, so it was not read.";
const strange = "An XML file inside this PDF cannot be unpacked, so it was not read.";

const nameOf = (spec: PDFDict): string => {
  const said = spec.lookup(PDFName.of("UF")) ?? spec.lookup(PDFName.of("F"));
  return said instanceof PDFString || said instanceof PDFHexString ? said.decodeText() : "";
};

const filtersOf = (stream: PDFRawStream): string[] => {
  const said = stream.dict.lookup(PDFName.of("Filter"));
  const all = said instanceof PDFArray ? said.asArray() : said ? [said] : [];
  return all.map(String);
};

/** Never more than `mostEmbedded` bytes are unpacked, whatever the file says of its size. */
const unpacked = (stream: PDFRawStream): Uint8Array | string => {
  const filters = filtersOf(stream);
  if (filters.length === 0)
    return stream.contents.length > mostEmbedded ? tooLarge : stream.contents;
  if (filters.length > 1 || filters[0] !== "/FlateDecode") return strange;
  try {
    return inflateSync(stream.contents, {
      maxOutputLength: mostEmbedded,
      finishFlush: constants.Z_SYNC_FLUSH,
    });
  } catch (error) {
    return (error as { code?: string }).code === "ERR_BUFFER_TOO_LARGE" ? tooLarge : strange;
  }
};

/** The XML files inside a PDF, ten at most, each of 5 MB at most. */
export const embeddedXml = async (bytes: Uint8Array): Promise<Embedded> => {
  const found: Embedded = { xml: [], unread: null };
  let document: PDFDocument;
  try {
    document = await PDFDocument.load(bytes, { updateMetadata: false });
  } catch {
    return { xml: [], unread: strange };
  }
  for (const [, object] of document.context.enumerateIndirectObjects()) {
    if (!(object instanceof PDFDict)) continue;
    const files = object.lookup(PDFName.of("EF"));
    if (!(files instanceof PDFDict) || !/\.xml$/i.test(nameOf(object))) continue;
    const stream = files.lookup(PDFName.of("UF")) ?? files.lookup(PDFName.of("F"));
    if (!(stream instanceof PDFRawStream)) continue;
    if (found.xml.length === mostFiles) break;
    const content = unpacked(stream);
    if (typeof content === "string") found.unread = content;
    else found.xml.push(new Uint8Array(content));
  }
  return found;
};
