import {
  EncryptedPDFError,
  PDFAcroSignature,
  PDFBool,
  PDFCheckBox,
  PDFDict,
  PDFDocument,
  PDFDropdown,
  PDFName,
  PDFOptionList,
  PDFRadioGroup,
  PDFTextField,
  type PDFField,
  type PDFWidgetAnnotation,
} from "@cantoo/pdf-lib";
import { invalidField, Problem } from "#kernel/errors.ts";
import type { PaperField, PaperFieldKind, PaperPage, Sheet } from "./paper.labels.ts";
import { holdsScripts } from "./scripts.service.ts";

/** The largest PDF that is taken in. */
export const mostPaper = { bytes: 20 * 1024 * 1024, pages: 300, fields: 5000 } as const;

const refuse = (message: string, code = "paper_refused"): Problem =>
  invalidField("file", message, code);

export const paperRefusals = {
  damaged:
    "This PDF is damaged, or it is none. Open it in a PDF program, save it anew, and upload that.",
  locked:
    "This PDF is locked: it is encrypted, with a password or with limits on what may be done. Ask whoever publishes it for an open one, or print it to a new PDF and place the fields on its pages.",
  certified:
    "This PDF is certified: filling it in would break the certificate of whoever publishes it. Ask them for the plain form.",
  signed:
    "This PDF is signed: filling it in would break the signature. Upload the form as it was before anybody signed it.",
  dynamic:
    "This PDF is a dynamic XFA form, which only Adobe's own program can draw. Ask for a static or flat version, or print it to a new PDF and place the fields on its pages.",
  pages: `This PDF has more than ${mostPaper.pages} pages. Take out those that nobody fills in.`,
  fields: `This PDF has more than ${mostPaper.fields} fields. Divide it into parts.`,
  empty: "This PDF has no page.",
} as const;

// What was cut off on its way opens all the same, with half of its fields.
const endsAsPdf = (bytes: Uint8Array): boolean =>
  /startxref\s+\d+\s+%%EOF/.test(Buffer.from(bytes.subarray(-4096)).toString("latin1"));

/** A PDF as it was uploaded, opened. 422 `paper_refused` at `file` for what cannot be opened. */
export const openPaper = async (bytes: Uint8Array): Promise<PDFDocument> => {
  if (!endsAsPdf(bytes)) throw refuse(paperRefusals.damaged);
  try {
    return await PDFDocument.load(bytes, {
      updateMetadata: false,
      parseSpeed: Infinity,
      preserveXFA: true,
    });
  } catch (error) {
    throw refuse(error instanceof EncryptedPDFError ? paperRefusals.locked : paperRefusals.damaged);
  }
};

const acroFormOf = (pdf: PDFDocument): PDFDict | undefined =>
  pdf.catalog.lookupMaybe(PDFName.of("AcroForm"), PDFDict);

type Placed = Map<PDFDict, number>;
/** The page on which each annotation stands. */
export const pagesOfWidgets = (pdf: PDFDocument): Placed => {
  const found: Placed = new Map();
  pdf.getPages().forEach((page, at) => {
    const annots = page.node.Annots();
    for (let n = 0; n < (annots?.size() ?? 0); n++) {
      const dict = annots!.lookup(n);
      if (dict instanceof PDFDict) found.set(dict, at);
    }
  });
  return found;
};

const hiddenFlags = 2 | 32;
export const isShown = (widget: PDFWidgetAnnotation): boolean =>
  (widget.getFlags() & hiddenFlags) === 0;

const kindOfField = (field: PDFField, options: readonly string[]): PaperFieldKind | null => {
  if (field instanceof PDFTextField)
    return field.isCombed() && field.getMaxLength()
      ? "comb"
      : field.isMultiline()
        ? "multiline"
        : "text";
  // Boxes of one name with words of their own exclude each other, as those of a radio group do.
  if (field instanceof PDFCheckBox) return new Set(options).size > 1 ? "radio" : "check";
  if (field instanceof PDFRadioGroup) return "radio";
  if (field instanceof PDFDropdown) return "choice";
  if (field instanceof PDFOptionList) return "list";
  return null;
};

const textAt = (field: PDFField, name: string): string => {
  const value = field.acroField.dict.lookup(PDFName.of(name)) as
    | { decodeText?: () => string }
    | undefined;
  return value?.decodeText?.().trim() ?? "";
};

/** The words of a radio group's boxes, where the PDF names them apart from its codes. */
export const wordOf = (field: PDFField, widget: PDFWidgetAnnotation, at: number): string => {
  const code = widget.getOnValue()?.decodeText() ?? "";
  if (!(field instanceof PDFRadioGroup) || !/^\d+$/.test(code)) return code;
  const named = field.acroField.getExportValues();
  return named?.[Number(code)]?.decodeText() ?? named?.[at]?.decodeText() ?? code;
};

const readField = (field: PDFField, placed: Placed): PaperField | null => {
  const onOff = field instanceof PDFCheckBox || field instanceof PDFRadioGroup;
  const boxes = field.acroField.getWidgets().flatMap((widget, at) => {
    const page = placed.get(widget.dict);
    if (page === undefined || !isShown(widget)) return [];
    const { x, y, width, height } = widget.getRectangle();
    return [{ page, x, y, width, height, option: onOff ? wordOf(field, widget, at) : "" }];
  });
  const kind = kindOfField(
    field,
    boxes.map((box) => box.option),
  );
  if (kind === null || boxes.length === 0) return null;
  const chosen = field instanceof PDFDropdown || field instanceof PDFOptionList;
  const name = field.getName();
  return {
    name,
    label: textAt(field, "TU") || name.split(".").at(-1)!,
    kind,
    boxes,
    mostLetters: field instanceof PDFTextField ? (field.getMaxLength() ?? null) : null,
    options: chosen
      ? field.getOptions()
      : kind === "radio"
        ? [...new Set(boxes.map((box) => box.option))]
        : [],
    readOnly: field.isReadOnly(),
    required: field.isRequired(),
  };
};

const readFields = (pdf: PDFDocument): PaperField[] => {
  if (!acroFormOf(pdf)) return [];
  const placed = pagesOfWidgets(pdf);
  const names = new Set<string>();
  const fields: PaperField[] = [];
  for (const field of pdf.getForm().getFields()) {
    if (field.acroField instanceof PDFAcroSignature) {
      if (field.acroField.V() !== undefined) throw refuse(paperRefusals.signed);
      continue;
    }
    const read = readField(field, placed);
    if (!read || names.has(read.name)) continue;
    names.add(read.name);
    fields.push(read);
    if (fields.length > mostPaper.fields) throw refuse(paperRefusals.fields);
  }
  return fields;
};

const readPages = (pdf: PDFDocument): PaperPage[] => {
  const pages = pdf.getPages();
  if (pages.length === 0) throw refuse(paperRefusals.empty);
  if (pages.length > mostPaper.pages) throw refuse(paperRefusals.pages);
  return pages.map((page) => ({
    ...page.getSize(),
    rotate: (((Math.round(page.getRotation().angle / 90) * 90) % 360) + 360) % 360,
  }));
};

const isTrue = (dict: PDFDict, name: string): boolean =>
  dict.lookup(PDFName.of(name)) === PDFBool.True;

/**
 * What a PDF asks: its pages and the fields that can be filled in. 422 `paper_refused` at `file`,
 * with what to do, for one that is damaged, locked, certified, signed, dynamic or too large.
 */
export const sheetOf = (pdf: PDFDocument): Sheet => {
  try {
    const perms = pdf.catalog.lookupMaybe(PDFName.of("Perms"), PDFDict);
    if (perms?.has(PDFName.of("DocMDP"))) throw refuse(paperRefusals.certified);
    const xfa = acroFormOf(pdf)?.has(PDFName.of("XFA")) ?? false;
    if (xfa && isTrue(pdf.catalog, "NeedsRendering")) throw refuse(paperRefusals.dynamic);
    const pages = readPages(pdf);
    const fields = readFields(pdf);
    if (xfa && fields.length === 0) throw refuse(paperRefusals.dynamic);
    return {
      pages,
      fields,
      hybrid: xfa,
      usageRights: perms !== undefined && perms.keys().length > 0,
      scripts: holdsScripts(pdf),
    };
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw refuse(paperRefusals.damaged);
  }
};
