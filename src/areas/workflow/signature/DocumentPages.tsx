import { useEffect, useRef, useState } from "react";
import { formatDate } from "#kernel/dates.ts";
import type { Day } from "#kernel/time.ts";
import { counted } from "#kernel/words.ts";
import { messageOf, saveFile } from "#web/kit/api.ts";
import { openPdf } from "#web/kit/pdf.ts";

type Shown = { pages: number; texts: readonly string[] };

const drawPages = async (bytes: Uint8Array, into: HTMLElement): Promise<Shown> => {
  const pdf = await openPdf(bytes);
  const texts: string[] = [];
  const drawn: HTMLCanvasElement[] = [];
  for (let n = 1; n <= pdf.pages; n++) {
    const canvas = document.createElement("canvas");
    canvas.className = "w-full border border-hair bg-white";
    canvas.setAttribute("aria-hidden", "true");
    await pdf.draw(n, canvas, 1.6);
    drawn.push(canvas);
    texts.push(await pdf.textOf(n));
  }
  into.replaceChildren(...drawn);
  await pdf.close();
  return { pages: drawn.length, texts };
};

/** The pages of the very bytes that are signed, with their text for those who hear it. */
export function DocumentPages({
  bytes,
  name,
  expiresOn,
}: {
  bytes: Uint8Array<ArrayBuffer>;
  name: string;
  expiresOn: Day;
}) {
  const place = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState<Shown | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    drawPages(bytes, place.current!).then(setShown, (error: unknown) =>
      setProblem(messageOf(error)),
    );
  }, [bytes]);
  return (
    <section className="panel min-w-0 p-4" aria-label={`Document ${name}`}>
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <p className="min-w-0 flex-1 text-13 text-t2">
          {shown ? counted(shown.pages, "page") : "Opening the document…"} · sign by{" "}
          {formatDate(expiresOn)}
        </p>
        <button
          type="button"
          className="btn btn-small"
          onClick={() => saveFile(new Blob([bytes], { type: "application/pdf" }), `${name}.pdf`)}
        >
          Save a copy
        </button>
      </div>
      {problem && (
        <p className="notice tone-danger" role="alert">
          The pages cannot be drawn here: {problem} Save a copy and read that.
        </p>
      )}
      <div ref={place} className="grid gap-3" />
      {shown?.texts.map((text, at) => (
        <p key={`${at}:${text}`} className="sr-only">
          Page {at + 1}: {text}
        </p>
      ))}
    </section>
  );
}
