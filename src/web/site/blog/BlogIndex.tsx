import { formatDay } from "../day.ts";
import { articles } from "./articles.ts";

export default function BlogIndex() {
  return (
    <div className="reading-list prose">
      <h1>For people who sign for public money</h1>
      <p>
        Short articles on procurement, payables, grants and recovery: what a rule says, where it
        stands, and what to write down. Follow them by <a href="/blog/rss.xml">RSS</a> or{" "}
        <a href="/blog/feed.json">JSON feed</a>.
      </p>
      <ol>
        {articles.map((article) => (
          <li key={article.slug}>
            <p className="reading-meta">
              {article.topic}
              <time dateTime={article.published}>{formatDay(article.published)}</time>
            </p>
            <div>
              <h2>
                <a className="title-link" href={`/blog/${article.slug}`}>
                  {article.title}
                </a>
              </h2>
              <p>{article.description}</p>
            </div>
          </li>
        ))}
      </ol>
    </div>
  );
}
