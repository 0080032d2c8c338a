import { useEffect, useRef, useState } from "react";
import { readBytes } from "#web/kit/api.ts";
import { openPdf } from "#web/kit/pdf.ts";
import { useNear } from "#web/kit/useNear.ts";

/** The bytes of a sheet's drawing. */
export const drawingPath = (sheetId: string): string => `/api/v1/plan-sheets/${sheetId}/drawing`;

const pixels = 320;

const drawSmall = async (sheetId: string, canvas: HTMLCanvasElement): Promise<void> => {
  const pdf = await openPdf(await readBytes(drawingPath(sheetId)));
  const whole = document.createElement("canvas");
  const { width } = await pdf.draw(1, whole, 0.1);
  await pdf.draw(1, canvas, (0.1 * pixels) / width);
  await pdf.close();
};

/** A sheet as a small picture, drawn once it is about to be seen. */
export function SheetThumbnail({ sheetId }: { sheetId: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const near = useNear(canvas);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (near && canvas.current) drawSmall(sheetId, canvas.current).catch(() => setFailed(true));
  }, [near, sheetId]);
  return (
    <>
      <canvas
        ref={canvas}
        width={pixels}
        height={207}
        className="h-auto w-full border border-hair bg-white"
        aria-hidden="true"
      />
      {failed && <span className="text-12 text-danger">The drawing cannot be shown.</span>}
    </>
  );
}
