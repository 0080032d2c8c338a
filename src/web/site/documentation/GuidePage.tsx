import type { ComponentType } from "react";
import { useParams } from "react-router";
import NotFound from "#web/shell/NotFound.tsx";
import { guides } from "./guides.ts";

const texts = import.meta.glob<{ default: ComponentType }>("../../../../docs/guide/*.md", {
  eager: true,
});

/** A page of the user guide beside the list of all. */
export default function GuidePage() {
  const { slug = "" } = useParams();
  const guide = guides.find((candidate) => candidate.slug === slug);
  const Text = texts[`../../../../docs/guide/${slug}.md`]?.default;
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
