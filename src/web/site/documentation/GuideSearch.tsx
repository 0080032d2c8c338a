import { useEffect, useRef, useState } from "react";
import { counted } from "#kernel/words.ts";
import type { Hit } from "./search.ts";

type Found = { query: string; hits: Hit[] };

/**
 * Searches the guide in the browser; the index comes with the first search. Without script the form
 * leads to the list of all pages.
 */
export default function GuideSearch() {
  const field = useRef<HTMLInputElement>(null);
  const [found, setFound] = useState<Found | null>(null);
  const search = async (query: string) => {
    const [{ searchGuide }, { sections }] = await Promise.all([
      import("./search.ts"),
      import("virtual:guide-index"),
    ]);
    if (field.current && field.current.value.trim() === query)
      setFound(query ? { query, hits: searchGuide(sections, query) } : null);
  };
  const now = () => void search(field.current?.value.trim() ?? "");
  useEffect(() => {
    const asked = new URLSearchParams(window.location.search).get("q");
    if (asked && field.current && !field.current.value) field.current.value = asked;
    if (field.current?.value) now();
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  return (
    <div className="guide-search">
      <form
        role="search"
        action="/documentation"
        method="get"
        onSubmit={(event) => {
          event.preventDefault();
          now();
        }}
      >
        <label htmlFor="guide-query">Search the documentation</label>
        <span>
          <input
            id="guide-query"
            ref={field}
            className="field-control"
            type="search"
            name="q"
            autoComplete="off"
            onChange={now}
          />
          <button className="btn btn-primary" type="submit">
            Search
          </button>
        </span>
      </form>
      <div role="status">
        {found && (
          <p>
            {found.hits.length === 0
              ? `Nothing found for “${found.query}”. Try fewer or other words.`
              : `${counted(found.hits.length, "section")} for “${found.query}”`}
          </p>
        )}
      </div>
      {found && found.hits.length > 0 && (
        <ul className="plain">
          {found.hits.map((hit) => (
            <li key={hit.href}>
              <a href={hit.href}>
                {hit.page}
                {hit.heading && `: ${hit.heading}`}
              </a>
              <p>{hit.snippet}</p>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
