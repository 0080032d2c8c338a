import { useEffect, useRef, useState } from "react";
import { openPdf, type OpenPdf } from "../pdf.ts";

/** The size of a page in points as it was read, and how far it was turned for that, in degrees. */
export type Sheet = { width: number; height: number; turn: number };
const drawnScale = 2;

/**
 * The drawing of one page of a PDF, kept while others are looked at: null while it is drawn;
 * `failed` where this browser cannot.
 */
export const usePage = (
  bytes: Uint8Array | null,
  sheets: readonly Sheet[],
  page: number,
): { drawn: HTMLCanvasElement | null; failed: boolean } => {
  const opened = useRef<Promise<OpenPdf> | null>(null);
  const [pages, setPages] = useState<ReadonlyMap<number, HTMLCanvasElement>>(new Map());
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (!bytes) return;
    const opening = openPdf(bytes);
    opened.current = opening;
    setPages(new Map());
    setFailed(false);
    return () => {
      opened.current = null;
      void opening.then((pdf) => pdf.close()).catch(() => {});
    };
  }, [bytes]);
  const turn = sheets[page - 1]?.turn ?? 0;
  const known = pages.has(page);
  useEffect(() => {
    const opening = opened.current;
    if (!bytes || !opening || known) return;
    let current = true;
    const canvas = document.createElement("canvas");
    opening
      .then((pdf) => pdf.draw(page, canvas, drawnScale, turn))
      .then(
        () => current && setPages((before) => new Map(before).set(page, canvas)),
        () => current && setFailed(true),
      );
    return () => void (current = false);
  }, [bytes, known, page, turn]);
  return { drawn: pages.get(page) ?? null, failed };
};
