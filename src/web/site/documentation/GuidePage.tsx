import { lazy, type ComponentType } from "react";
import { useParams } from "react-router";
import NotFound from "#web/shell/NotFound.tsx";
import { guides } from "./guides.ts";

// A page fetches its own text alone; where pages are written beforehand, its text is waited for.
const texts = Object.fromEntries(
  Object.entries(import.meta.glob<{ default: ComponentType }>("../../../../docs/guide/*.md")).map(
    ([file, load]) => [file, lazy(load)],
  ),
);

/** A page of the user guide beside the list of all. */
export default function GuidePage() {
  const { slug = "" } = useParams();
  const guide = guides.find((candidate) => candidate.slug === slug);
  const Text = texts[`../../../../docs/guide/${slug}.md`];
  if (!guide || !Text) return <NotFound />;
  const next = guides[guides.indexOf(guide) + 1];
  return (
    <div className="guide">
      <nav aria-label="Documentation">
        <a className="guide-home" href="/documentation">
          Documentation
        </a>
        <ul>
          {guides.map((other) => (
            <li key={other.slug}>
              <a
                href={`/documentation/${other.slug}`}
                aria-current={other === guide ? "page" : undefined}
              >
                {other.title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <article className="prose">
        <div className="prose-text">
          <Text />
        </div>
        {next && (
          <p className="guide-next">
            Next: <a href={`/documentation/${next.slug}`}>{next.title}</a>
          </p>
        )}
      </article>
    </div>
  );
}
