import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import { pages } from "#areas.ts";
import { useAuth } from "../auth/AuthProvider.tsx";
import { guardTarget } from "./guard.ts";

const most = 8;
const words = (text: string) =>
  text
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length > 2);

/**
 * Pages that this person may open and whose title or address holds a word of the text; those that
 * hold more come first.
 */
const search = (text: string, opens: (page: (typeof pages)[number]) => boolean) => {
  const wanted = words(text);
  return pages
    .filter((page) => !page.path.includes(":") && opens(page))
    .map((page) => ({
      page,
      score: wanted.filter((word) => `${page.title} ${page.path}`.toLowerCase().includes(word))
        .length,
    }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.page.title.localeCompare(b.page.title))
    .slice(0, most)
    .map(({ page }) => page);
};

/**
 * The answer to every address that does not exist: what may have been meant, a search, ways back.
 */
export default function NotFound() {
  const { pathname } = useLocation();
  const { session, me } = useAuth();
  const [text, setText] = useState<string | null>(null);
  useEffect(() => {
    document.title = "Page not found | Levee";
  }, []);
  const found = search(
    text ?? pathname,
    (page) => guardTarget(page.access, session !== null, me?.role ?? "user") === null,
  );
  return (
    <main className="plain-screen" id="main">
      <p className="mono text-t3">404</p>
      <h1>Page not found</h1>
      <p>There is no page at this address. It may have moved, or the link may be incomplete.</p>
      <form
        role="search"
        className="mt-2 w-full max-w-[420px] text-left"
        onSubmit={(event) => {
          event.preventDefault();
          if (found[0]) window.location.assign(found[0].path);
        }}
      >
        <label className="font-medium" htmlFor="not-found-search">
          Search the pages
        </label>
        <input
          id="not-found-search"
          type="search"
          className="field-control mt-1 w-full"
          value={text ?? ""}
          onChange={(event) => setText(event.target.value)}
          placeholder="budget, invoices, privacy …"
          autoComplete="off"
        />
        <p className="mt-3 text-12 text-t3" role="status">
          {text
            ? found.length
              ? `${found.length} found`
              : "No results found."
            : found.length > 0
              ? "Did you mean"
              : ""}
        </p>
        <ul>
          {found.map((page) => (
            <li key={page.id} className="border-t border-hair first:border-t-0">
              <a className="flex justify-between gap-4 py-2" href={page.path}>
                <span>{page.title}</span>
                <span className="mono text-12 text-t3">{page.path}</span>
              </a>
            </li>
          ))}
        </ul>
      </form>
      <div className="mt-2 flex flex-wrap justify-center gap-2">
        <button type="button" className="btn" onClick={() => window.history.back()}>
          Go back
        </button>
        {session ? (
          <a className="btn btn-primary" href="/dashboard">
            Dashboard
          </a>
        ) : (
          <a className="btn btn-primary" href="/auth">
            Sign in
          </a>
        )}
        <a className="btn" href="/">
          Home
        </a>
      </div>
    </main>
  );
}
