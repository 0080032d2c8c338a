import { z } from "zod";
import { defaultColors, lookOf, type Look } from "./colors.model.ts";

const color = z.string().regex(/^#[0-9a-f]{6}$/i);
const stored = z.object({ primaryColor: color, secondaryColor: color });

/**
 * The tokens of an agency's stored branding; null where it keeps the product's colours or what is
 * stored is none.
 */
export const lookOfBranding = (branding: unknown): Look | null => {
  const { success, data } = stored.safeParse(branding);
  if (!success) return null;
  const same =
    data.primaryColor.toLowerCase() === defaultColors.primaryColor.toLowerCase() &&
    data.secondaryColor.toLowerCase() === defaultColors.secondaryColor.toLowerCase();
  return same ? null : lookOf(data);
};

/** A document for paper in the agency's colours: a band at its head, headings and lines in them. */
export const inLook = (document: string, branding: unknown): string => {
  const look = lookOfBranding(branding);
  if (!look) return document;
  const { fill, band } = look.light;
  const style = [
    `body{border-top:4pt solid ${band};padding-top:8pt}`,
    `header{border-color:${fill}!important}`,
    `h1,h2,h3{color:${fill}}`,
  ].join("");
  return document.replace("</head>", `<style>${style}</style></head>`);
};
