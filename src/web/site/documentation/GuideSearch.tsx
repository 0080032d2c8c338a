import { useEffect, useRef, useState } from "react";
import { counted } from "#kernel/words.ts";

type Hit = { href: string; page: string; heading: string; sentence: string };
type Found = { query: string; items: Hit[]; sure: boolean };

const waitMs = 200;

const seek = async (query: string): Promise<Found> => {
  const answer = await fetch(
    `/api/v1/public/documentation-search?q=${encodeURIComponent(query.slice(0, 200))}`,
  );
  if (!answer.ok) throw new Error(answer.status === 429 ? "Too many searches. Wait a minute." : "");
  return { query, ...((await answer.json()) as Omit<Found, "query">) };
};

const said = ({ query, items, sure }: Found): string => {
  if (items.length === 0)
    return `Nothing in the documentation answers “${query}”. Try other words.`;
  return sure
    ? `${counted(items.length, "section")} for “${query}”`
    : `Nothing answers “${query}” for certain. These may help:`;
};

/** Searches while somebody types: the last question counts, whichever answer comes last. */
const useSearch = (field: React.RefObject<HTMLInputElement | null>) => {
  const [found, setFound] = useState<Found | null>(null);
  const [failure, setFailure] = useState("");
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const search = async (query: string) => {
    const current = () => field.current?.value.trim() === query;
    try {
      const answer = query.length < 2 ? null : await seek(query);
      if (!current()) return;
      setFound(answer);
      setFailure("");
    } catch (error) {
      if (!current()) return;
      setFound(null);
      setFailure(
        (error instanceof Error && error.message) || "The search does not answer. Try again.",
      );
    }
  };
  const after = (ms: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void search(field.current?.value.trim() ?? ""), ms);
  };
  return { found, failure, after };
};

/** Searches the guide on the server. Without script the form leads to the list of all pages. */
export default function GuideSearch() {
  const field = useRef<HTMLInputElement>(null);
  const { found, failure, after } = useSearch(field);
  useEffect(() => {
    const asked = new URLSearchParams(window.location.search).get("q");
    if (asked && field.current && !field.current.value) field.current.value = asked;
    if (field.current?.value) after(0);
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
          after(0);
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
            maxLength={200}
            autoComplete="off"
            onChange={() => after(waitMs)}
          />
          <button className="btn btn-primary" type="submit">
            Search
          </button>
        </span>
      </form>
      <div role="status">
        {failure && <p>{failure}</p>}
        {found && <p>{said(found)}</p>}
      </div>
      {found && found.items.length > 0 && (
        <ul className="plain">
          {found.items.map((hit) => (
            <li key={hit.href}>
              <a href={hit.href}>
                {hit.page}
                {hit.heading && `: ${hit.heading}`}
              </a>
              <p>{hit.sentence}</p>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
