import { useEffect, useState } from "react";
import { currentTheme, setTheme } from "../theme.ts";
import { useGet } from "../kit/queries.ts";

type Sample = { id: string; kind: string; subject: string; text: string };

const box = "rounded-control border border-hair";

const frame = (letter: Sample, scheme: "light" | "dark") => (
  <figure className="min-w-0">
    <figcaption className="mb-1 text-13 text-t2">
      {scheme === "light" ? "Light" : "Dark"}
    </figcaption>
    <iframe
      title={`${letter.subject}, ${scheme}`}
      src={`/api/v1/dev/letters/${letter.id}/html?scheme=${scheme}`}
      sandbox=""
      loading="lazy"
      className={`${box} h-[680px] w-full`}
    />
  </figure>
);

/** Every letter of the product with sample content: light, dark and plain text. `?kind=` shows one. */
export default function LettersWorkbench() {
  const letters = useGet<{ items: Sample[] }>("dev-letters", "/api/v1/dev/letters");
  const [kind] = useState(() => new URLSearchParams(window.location.search).get("kind"));
  useEffect(() => {
    document.title = "Letters | Levee";
  }, []);
  const shown = (letters.data?.items ?? []).filter((each) => kind === null || each.kind === kind);
  return (
    <div className="stack">
      <div className="toolbar no-print" role="region" aria-label="Workbench">
        <h1 className="text-18 font-semibold">Letters</h1>
        <span className="text-t2">{shown.length}</span>
        <button
          type="button"
          className="btn btn-small ml-auto"
          onClick={() => setTheme(currentTheme() === "dark" ? "light" : "dark")}
        >
          Other theme
        </button>
      </div>
      {letters.isError && <p role="alert">The letters could not be read.</p>}
      {shown.map((letter) => (
        <section key={letter.id} className="panel p-4" aria-labelledby={`letter-${letter.id}`}>
          <h2 id={`letter-${letter.id}`} className="mb-3">
            {letter.subject} <code className="text-13 text-t2">{letter.kind}</code>
          </h2>
          <div className="grid gap-4 lg:grid-cols-3">
            {frame(letter, "light")}
            {frame(letter, "dark")}
            <figure className="min-w-0">
              <figcaption className="mb-1 text-13 text-t2">Plain text</figcaption>
              <pre className={`${box} max-h-[680px] overflow-auto p-3 text-13 whitespace-pre-wrap`}>
                {letter.text}
              </pre>
            </figure>
          </div>
        </section>
      ))}
    </div>
  );
}
