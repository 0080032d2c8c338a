/** A page drawn on a canvas: its size there, and how points of the PDF become places of the canvas. */
export type DrawnPage = {
  width: number;
  height: number;
  transform: readonly [number, number, number, number, number, number];
};
export type OpenPdf = {
  pages: number;
  /** `turn`: degrees beyond how the page wants to be shown. */
  draw: (
    page: number,
    canvas: HTMLCanvasElement,
    scale: number,
    turn?: number,
  ) => Promise<DrawnPage>;
  textOf: (page: number) => Promise<string>;
  close: () => Promise<void>;
};

/** Opens a PDF to be drawn here; pages count from 1. Throws for one that cannot be read. */
export const openPdf = async (bytes: Uint8Array): Promise<OpenPdf> => {
  const [pdfjs, { default: worker }] = await Promise.all([
    import("pdfjs-dist"),
    import("pdfjs-dist/build/pdf.worker.min.mjs?url"),
  ]);
  pdfjs.GlobalWorkerOptions.workerSrc = worker;
  // Glyphs are drawn as paths: our policy lets no page load fonts out of a document.
  const task = pdfjs.getDocument({
    data: bytes.slice(),
    disableFontFace: true,
    useWasm: false,
    isEvalSupported: false,
  } as never);
  const pdf = await task.promise;
  return {
    pages: pdf.numPages,
    draw: async (n, canvas, scale, turn = 0) => {
      const page = await pdf.getPage(n);
      const viewport = page.getViewport({ scale, rotation: (page.rotate + turn) % 360 });
      canvas.width = Math.ceil(viewport.width);
      canvas.height = Math.ceil(viewport.height);
      await page.render({ canvas, viewport }).promise;
      return {
        width: viewport.width,
        height: viewport.height,
        transform: viewport.transform as unknown as DrawnPage["transform"],
      };
    },
    textOf: async (n) =>
      (await (await pdf.getPage(n)).getTextContent()).items
        .map((item) => ("str" in item ? item.str : ""))
        .join(" "),
    close: () => task.destroy(),
  };
};
