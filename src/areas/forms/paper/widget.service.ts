import {
  componentsToColor,
  PDFCheckBox,
  PDFDict,
  PDFName,
  PDFRadioGroup,
  type PDFDocument,
  type PDFField,
  type PDFPage,
  type PDFWidgetAnnotation,
} from "@cantoo/pdf-lib";
import type { Box } from "./paper.labels.ts";
import { isShown, pagesOfWidgets, wordOf } from "./sheet.service.ts";

/**
 * A field's box as the PDF has it: how its text is turned, the size of its letters (0: as fits),
 * the state that ticks it and what that is called.
 */
export type Widget = {
  dict: PDFDict;
  box: Box;
  turned: number;
  size: number | null;
  on: string | null;
  option: string;
};

const sizeIn = (appearance: string | undefined): number | null => {
  const size = /\/\S+\s+(\d*\.?\d+)\s+Tf/.exec(appearance ?? "")?.[1];
  return size === undefined || Number(size) === 0 ? null : Number(size);
};

const inherited = (field: PDFField): string | undefined => {
  const own = field.acroField.getDefaultAppearance();
  if (own) return own;
  const da = field.acroField.getInheritableAttribute(PDFName.of("DA")) as
    | { decodeText?: () => string }
    | undefined;
  return da?.decodeText?.();
};

const turnOf = (widget: PDFWidgetAnnotation): number =>
  (((widget.getAppearanceCharacteristics()?.getRotation() ?? 0) % 360) + 360) % 360;

/** The boxes of every field that is shown, by the field's full name. */
export const widgetsOf = (pdf: PDFDocument): Map<string, Widget[]> => {
  const found = new Map<string, Widget[]>();
  if (!pdf.catalog.lookupMaybe(PDFName.of("AcroForm"), PDFDict)) return found;
  const placed = pagesOfWidgets(pdf);
  for (const field of pdf.getForm().getFields()) {
    const onOff = field instanceof PDFCheckBox || field instanceof PDFRadioGroup;
    const widgets = field.acroField.getWidgets().flatMap((widget, at): Widget[] => {
      const page = placed.get(widget.dict);
      if (page === undefined || !isShown(widget)) return [];
      return [
        {
          dict: widget.dict,
          box: { page, ...widget.getRectangle() },
          turned: turnOf(widget),
          size: sizeIn(widget.getDefaultAppearance()) ?? sizeIn(inherited(field)),
          on: onOff ? (widget.getOnValue()?.decodeText() ?? null) : null,
          option: onOff ? wordOf(field, widget, at) : "",
        },
      ];
    });
    if (widgets.length > 0 && !found.has(field.getName())) found.set(field.getName(), widgets);
  }
  return found;
};

/** Ground and border of a text field, which its own drawing would have shown. */
export const paintGround = (page: PDFPage, dict: PDFDict, box: Box): void => {
  const mk = dict.lookupMaybe(PDFName.of("MK"), PDFDict);
  const color = (name: string) => {
    const parts = mk?.lookup(PDFName.of(name)) as { asArray?: () => unknown[] } | undefined;
    const numbers = parts
      ?.asArray?.()
      .map((each) => (each as { asNumber: () => number }).asNumber());
    return numbers?.length ? componentsToColor(numbers) : undefined;
  };
  const [ground, border] = [color("BG"), color("BC")];
  if (!ground && !border) return;
  page.drawRectangle({
    x: box.x,
    y: box.y,
    width: box.width,
    height: box.height,
    ...(ground && { color: ground }),
    ...(border && { borderColor: border, borderWidth: 0.75 }),
  });
};
