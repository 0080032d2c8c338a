import type { ComponentType } from "react";
import { useParams } from "react-router";
import NotFound from "#web/shell/NotFound.tsx";
import { formatDay } from "../day.ts";
import { articles, type Article } from "./articles.ts";

const texts = import.meta.glob<{ default: ComponentType }>("./articles/*.mdx", { eager: true });

const related = (article: Article): readonly Article[] => {
  const others = articles.filter((other) => other !== article);
  const same = others.filter((other) => other.topic === article.topic);
  return [...same, ...others.filter((other) => !same.includes(other))].slice(0, 3);
};

/** An article of the blog with what it rests on and where to go on. */
export default function ArticlePage() {
  const { slug = "" } = useParams();
  const article = articles.find((candidate) => candidate.slug === slug);
  const Text = texts[`./articles/${slug}.mdx`]?.default;
  if (!article || !Text) return <NotFound />;
  return (
    <article className="reading prose">
      <header>
        <p className="reading-meta">
          <a href="/blog">Blog</a>
          {article.topic}
          <time dateTime={article.published}>{formatDay(article.published)}</time>
        </p>
        <h1>{article.title}</h1>
      </header>
      <div className="prose-text">
        <Text />
        <p className="fine">
          Rules as read on {formatDay(article.updated ?? article.published)}: 2 CFR part 200 as
          revised for awards from October 1, 2024. On May 29, 2026 the Office of Management and
          Budget proposed to rewrite it (docket OMB-2026-0001); we have found no final rule. Your
          award, your state and your own policy may be stricter. This is not legal advice.
        </p>
      </div>
      <nav aria-label="More articles">
        <h2>Read next</h2>
        <ul>
          {related(article).map((other) => (
            <li key={other.slug}>
              <a className="title-link" href={`/blog/${other.slug}`}>
                {other.title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </article>
  );
}
