import { PDFArray, PDFDict, PDFName, PDFRef, PDFStream, type PDFDocument } from "@cantoo/pdf-lib";

const at = (name: string): PDFName => PDFName.of(name);

// What a link may do: go to a place of the document, or to an address that the reader sees.
const harmless = new Set(["/GoTo", "/URI", "/Named"]);
const isActive = (action: unknown): boolean =>
  action instanceof PDFDict && !harmless.has(String(action.lookup(at("S"))));

/** What makes a document do something by itself, or carry other files. */
const active = ["JavaScript", "EmbeddedFiles"] as const;

/** Whether a PDF runs something: scripts, actions of its own, files that it carries. */
export const holdsScripts = (pdf: PDFDocument): boolean => {
  const { catalog, context } = pdf;
  const names = catalog.lookupMaybe(at("Names"), PDFDict);
  if (names && active.some((name) => names.has(at(name)))) return true;
  return context
    .enumerateIndirectObjects()
    .some(
      ([, object]) => object instanceof PDFDict && String(object.get(at("S"))) === "/JavaScript",
    );
};

const dropWidgetsAndActions = (pdf: PDFDocument): void => {
  for (const { node } of pdf.getPages()) {
    node.delete(at("AA"));
    const annots = node.Annots();
    if (!annots) continue;
    for (let n = annots.size() - 1; n >= 0; n--) {
      const dict = annots.lookup(n);
      const ref = annots.get(n);
      const sort = dict instanceof PDFDict ? String(dict.lookup(at("Subtype"))) : "";
      if (sort === "/Widget" || sort === "/FileAttachment" || sort === "/Screen") {
        annots.remove(n);
        if (ref instanceof PDFRef) pdf.context.delete(ref);
      } else if (dict instanceof PDFDict) {
        dict.delete(at("AA"));
        if (isActive(dict.lookup(at("A")))) dict.delete(at("A"));
      }
    }
    if (annots.size() === 0) node.delete(at("Annots"));
  }
};

const refsIn = (object: unknown): PDFRef[] => {
  const found: PDFRef[] = [];
  const open: unknown[] = [object];
  while (open.length > 0) {
    const next = open.pop();
    if (next instanceof PDFRef) found.push(next);
    else if (next instanceof PDFStream) open.push(next.dict);
    else if (next instanceof PDFDict) open.push(...next.values());
    else if (next instanceof PDFArray) open.push(...next.asArray());
  }
  return found;
};

/** Forgets every object that nothing of the document leads to any more: a writer keeps all else. */
const dropUnreached = (pdf: PDFDocument): void => {
  const { context } = pdf;
  const { Root, Info } = context.trailerInfo;
  const reached = new Set<PDFRef>();
  const open = [Root, Info].flatMap(refsIn);
  while (open.length > 0) {
    const ref = open.pop()!;
    if (reached.has(ref)) continue;
    reached.add(ref);
    open.push(...refsIn(context.lookup(ref)));
  }
  for (const [ref] of context.enumerateIndirectObjects())
    if (!reached.has(ref)) context.delete(ref);
};

/**
 * Takes out what a filled copy must not have: the form itself with its XFA part, usage rights,
 * scripts, actions and files that the PDF carries.
 */
export const stripPaper = (pdf: PDFDocument): void => {
  const { catalog } = pdf;
  for (const name of [
    "AcroForm",
    "Perms",
    "OpenAction",
    "AA",
    "NeedsRendering",
    "Extensions",
    "AF",
  ])
    catalog.delete(at(name));
  const names = catalog.lookupMaybe(at("Names"), PDFDict);
  for (const name of active) names?.delete(at(name));
  dropWidgetsAndActions(pdf);
};

/** The bytes of a stripped document, without what nothing leads to. */
export const savePaper = async (pdf: PDFDocument): Promise<Uint8Array> => {
  // Fonts become objects here, before anything is judged unreached.
  await pdf.flush();
  dropUnreached(pdf);
  return pdf.save({ updateFieldAppearances: false, addDefaultPage: false });
};
