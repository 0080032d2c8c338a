import { AFRelationship, PDFDocument } from "@cantoo/pdf-lib";

/** The same PDF with a file inside it, as Factur-X carries its data. */
export const carrying = async (
  pdf: Uint8Array,
  inside: string | Uint8Array,
  name = "factur-x.xml",
): Promise<Uint8Array> => {
  const document = await PDFDocument.load(pdf);
  await document.attach(
    typeof inside === "string" ? new TextEncoder().encode(inside) : inside,
    name,
    {
      mimeType: "text/xml",
      afRelationship: AFRelationship.Alternative,
    },
  );
  return document.save();
};
