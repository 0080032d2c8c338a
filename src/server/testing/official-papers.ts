import {
  degrees,
  PDFDocument,
  PDFName,
  PDFString,
  StandardFonts,
  type PDFField,
} from "@cantoo/pdf-lib";

const named = (field: PDFField, label: string) =>
  field.acroField.dict.set(PDFName.of("TU"), PDFString.of(label));

const writeForm = async (pdf: PDFDocument): Promise<void> => {
  const page = pdf.addPage([612, 792]);
  page.drawText("Vendor statement, form VS-1", { x: 50, y: 740, size: 14 });
  page.drawText("Name of vendor", { x: 52, y: 703, size: 6 });
  const form = pdf.getForm();
  const text = (name: string, label: string, box: [number, number, number, number]) => {
    const field = form.createTextField(name);
    const [x, y, width, height] = box;
    named(field, label);
    field.addToPage(page, { x, y, width, height, borderWidth: 0.5 });
    field.setFontSize(10);
    return field;
  };
  text("vendor.name", "Name of vendor", [50, 700, 220, 18]).enableRequired();
  text("vendor.why", "Reason", [50, 600, 220, 60]).enableMultiline();
  const zip = text("vendor.zip", "ZIP code", [300, 700, 100, 18]);
  zip.setMaxLength(5);
  zip.enableCombing();
  for (const row of [1, 2, 3]) {
    text(`rows.item${row}`, `Item ${row}`, [50, 560 - row * 22, 200, 18]);
    text(`rows.amount${row}`, `Amount ${row}`, [260, 560 - row * 22, 80, 18]);
  }
  const small = form.createCheckBox("vendor.small");
  named(small, "Small business");
  small.addToPage(page, { x: 300, y: 640, width: 12, height: 12 });
  const kind = form.createRadioGroup("vendor.kind");
  named(kind, "Kind of business");
  kind.addOptionToPage("company", page, { x: 330, y: 640, width: 12, height: 12 });
  kind.addOptionToPage("person", page, { x: 360, y: 640, width: 12, height: 12 });
  const state = form.createDropdown("vendor.state");
  named(state, "State");
  state.setOptions(["CA", "TX"]);
  state.addToPage(page, { x: 420, y: 700, width: 60, height: 18 });
  // Sideways, as stamps at the edge of official forms are.
  const edge = form.createTextField("edge");
  named(edge, "Case number");
  edge.addToPage(page, { x: 560, y: 500, width: 120, height: 18, rotate: degrees(90) });
};

// Two boxes of one name, each with a word of its own: ticking one clears the other.
const addExclusive = (pdf: PDFDocument): void => {
  const form = pdf.getForm();
  const box = form.createCheckBox("exclusive");
  const page = pdf.getPage(0);
  named(box, "Citizen");
  box.addToPage(page, { x: 300, y: 600, width: 12, height: 12 });
  box.addToPage(page, { x: 330, y: 600, width: 12, height: 12 });
  box.acroField.getWidgets().forEach((widget, at) => {
    const word = ["yes", "no"][at]!;
    const normal = widget.dict.lookup(PDFName.of("AP")) as never as {
      lookup: (name: PDFName) => {
        get: (n: PDFName) => never;
        set: (n: PDFName, v: never) => void;
        delete: (n: PDFName) => void;
      };
    };
    const states = normal.lookup(PDFName.of("N"));
    states.set(PDFName.of(word), states.get(PDFName.of("Yes")));
    states.delete(PDFName.of("Yes"));
  });
};

/** The traits of official forms that a test may want. */
export type Traits = {
  hybrid?: boolean;
  usageRights?: boolean;
  scripts?: boolean;
  dynamic?: boolean;
  certified?: boolean;
  encrypted?: boolean;
  signed?: boolean;
};

const secretXfa = "<xdp:xdp><template>what only Adobe draws</template></xdp:xdp>";

const addTraits = (pdf: PDFDocument, traits: Traits): void => {
  const { context, catalog } = pdf;
  const form = pdf.getForm().acroForm.dict;
  const set = (name: string, value: unknown) =>
    catalog.set(PDFName.of(name), context.obj(value as never));
  if (traits.hybrid || traits.dynamic)
    form.set(PDFName.of("XFA"), context.register(context.stream(secretXfa)));
  if (traits.dynamic) set("NeedsRendering", true);
  if (traits.usageRights) set("Perms", { UR3: { Type: "Sig", Filter: "Adobe.PPKLite" } });
  if (traits.certified) set("Perms", { DocMDP: { Type: "Sig", Filter: "Adobe.PPKLite" } });
  if (traits.scripts) pdf.addJavaScript("onOpen", "app.alert('hello')");
  if (traits.signed) {
    const widget = context.obj({
      Type: "Annot",
      Subtype: "Widget",
      FT: "Sig",
      T: PDFString.of("signature"),
      V: { Type: "Sig", Filter: "Adobe.PPKLite" },
      Rect: [50, 50, 150, 80],
    });
    const ref = context.register(widget);
    pdf.getPage(0).node.addAnnot(ref);
    pdf.getForm().acroForm.addField(ref);
  }
};

/** A form as agencies publish them, made here: nothing of it is anybody's. */
export const officialPaper = async (traits: Traits = {}): Promise<Uint8Array> => {
  const pdf = await PDFDocument.create();
  await writeForm(pdf);
  addExclusive(pdf);
  // Appearances are drawn before the traits come: what is asked for afterwards would draw anew.
  pdf.getForm().updateFieldAppearances();
  addTraits(pdf, traits);
  if (traits.encrypted) pdf.encrypt({ userPassword: "", ownerPassword: "owner", permissions: {} });
  return pdf.save({ updateFieldAppearances: false });
};

/** A page without fields. */
export const flatPaper = async (): Promise<Uint8Array> => {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  pdf.addPage([612, 792]).drawText("Permit for closing a road", { x: 50, y: 720, size: 16, font });
  return pdf.save();
};
