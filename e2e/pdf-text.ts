/** The text of a PDF as its pages show it, the pages after one another. */
export const pdfText = async (bytes: Uint8Array): Promise<string> => {
  const { getDocument } = await import("pdfjs-dist/legacy/build/pdf.mjs");
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
  const paper = await task.promise;
  const pages: string[] = [];
  for (let n = 1; n <= paper.numPages; n += 1) {
    const { items } = await (await paper.getPage(n)).getTextContent();
    pages.push(items.map((item) => ("str" in item ? item.str : "")).join(" "));
  }
  await task.destroy();
  return pages.join(" ");
};
