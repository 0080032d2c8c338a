import {
  PDFDocument,
  PDFName,
  PDFString,
  rgb,
  StandardFonts,
  type PDFField,
} from "@cantoo/pdf-lib";

type Area = readonly [x: number, y: number, width: number, height: number];
const rule = rgb(0.55, 0.58, 0.64);
const ink = rgb(0.1, 0.12, 0.18);
const ground = rgb(1, 1, 1);

/** A letter page with the county's head, on which fields are put under their printed names. */
const begin = async (title: string, number: string) => {
  const pdf = await PDFDocument.create();
  pdf.setTitle(title);
  const page = pdf.addPage([612, 792]);
  const [plain, bold] = await Promise.all([
    pdf.embedFont(StandardFonts.Helvetica),
    pdf.embedFont(StandardFonts.HelveticaBold),
  ]);
  const print = (text: string, x: number, y: number, size = 7.5, heavy = false) =>
    page.drawText(text, { x, y, size, font: heavy ? bold : plain, color: ink });
  print("CARVER COUNTY", 50, 742, 9, true);
  print(title, 50, 718, 17, true);
  print(number, 500, 742, 8);
  page.drawLine({
    start: { x: 50, y: 706 },
    end: { x: 562, y: 706 },
    thickness: 1,
    color: ink,
  });
  const form = pdf.getForm();
  const name = (field: PDFField, label: string) =>
    field.acroField.dict.set(PDFName.of("TU"), PDFString.of(label));
  const look = { borderColor: rule, borderWidth: 0.6, backgroundColor: ground };
  const text = (key: string, label: string, [x, y, width, height]: Area) => {
    const field = form.createTextField(key);
    name(field, label);
    field.addToPage(page, { x, y, width, height, ...look });
    field.setFontSize(10);
    print(label, x, y + height + 3);
    return field;
  };
  const boxes = (key: string, label: string, y: number, words: readonly [string, string][]) => {
    const group = form.createRadioGroup(key);
    name(group, label);
    print(label, 50, y + 18);
    words.forEach(([option, word], at) => {
      const x = 50 + at * 130;
      group.addOptionToPage(option, page, { x, y, width: 11, height: 11, ...look });
      print(word, x + 17, y + 2, 9);
    });
  };
  return { pdf, text, boxes, print };
};

/** The county's own vendor form: letters in boxes, boxes that exclude each other, several lines. */
export const vendorStatement = async (): Promise<Uint8Array> => {
  const { pdf, text, boxes, print } = await begin("Vendor statement", "Form CC-114");
  text("vendor.number", "Vendor number", [50, 660, 120, 20]);
  text("vendor.name", "Legal name", [190, 660, 372, 20]).enableRequired();
  text("vendor.dba", "Doing business as", [50, 616, 300, 20]);
  const uei = text("vendor.uei", "Unique entity identifier", [370, 616, 192, 20]);
  uei.setMaxLength(12);
  uei.enableCombing();
  text("vendor.city", "City", [50, 572, 240, 20]);
  text("vendor.state", "State", [310, 572, 60, 20]);
  text("vendor.phone", "Telephone", [390, 572, 172, 20]);
  text("vendor.email", "E-mail", [50, 528, 320, 20]);
  text("vendor.terms", "Terms, days", [390, 528, 80, 20]);
  boxes("vendor.paid", "Paid by", 484, [
    ["ach", "Bank transfer (ACH)"],
    ["check", "Check"],
  ]);
  const held = text("vendor.certifications", "Certifications held", [50, 400, 512, 54]);
  held.enableMultiline();
  text("vendor.insured", "Insured until", [50, 356, 120, 20]);
  text("vendor.registered", "Registered until", [190, 356, 120, 20]);
  text("vendor.bonding", "Bonding capacity, $", [330, 356, 140, 20]);
  print(
    "Compare with your own records and tell Procurement within ten days what differs.",
    50,
    320,
    9,
  );
  return pdf.save();
};

/** The permit that goes to whoever closes a county road. */
export const roadPermit = async (): Promise<Uint8Array> => {
  const { pdf, text, boxes, print } = await begin("Road closure permit", "Form CC-231");
  text("road", "Which road", [50, 660, 512, 20]).enableRequired();
  boxes("purpose", "What for", 616, [
    ["work", "Work in the road"],
    ["event", "Festival or race"],
    ["filming", "Filming"],
  ]);
  text("guests", "How many people come", [50, 566, 120, 20]);
  boxes("what", "What is closed", 522, [
    ["lane", "One lane"],
    ["road", "The whole road"],
  ]);
  const detour = text("detour", "Where does traffic go meanwhile", [50, 430, 512, 64]);
  detour.enableMultiline();
  text("from", "First day (MM/DD/YYYY)", [50, 384, 140, 20]);
  text("to", "Last day (MM/DD/YYYY)", [210, 384, 140, 20]);
  text("days", "Days", [370, 384, 60, 20]);
  text("fee", "Fee, $", [450, 384, 112, 20]);
  print(
    "Send this form to Public Works, 200 Levee Street, or fill it in at the citizen portal.",
    50,
    348,
    9,
  );
  return pdf.save();
};
