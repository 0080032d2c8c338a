import { productName } from "#kernel/page-title.ts";
import { at } from "./origin.ts";
import { isListed, publicPageAt } from "./site.paths.ts";
import { structuredData } from "./structuredData.ts";

// "<" would end the script element wherever a text holds one.
const json = (block: object) => JSON.stringify(block).replaceAll("<", "\\u003c");

/**
 * Head of a prerendered page, from the page's data: title, description, canonical address, social
 * tags; the landing page's structured data.
 */
export function SiteHead({ path }: { path: string }) {
  const page = publicPageAt(path);
  if (!page) throw new Error(`${path} is prerendered but is no public page`);
  const article = page.path.startsWith("/blog/");
  return (
    <>
      <title>{page.title}</title>
      <meta name="description" content={page.description} />
      {!isListed(page) && <meta name="robots" content="noindex" />}
      <link rel="canonical" href={at(page.path)} />
      <meta property="og:type" content={article ? "article" : "website"} />
      <meta property="og:site_name" content={productName} />
      <meta property="og:title" content={page.title} />
      <meta property="og:description" content={page.description} />
      <meta property="og:url" content={at(page.path)} />
      <meta property="og:image" content={at("/preview.png")} />
      <meta
        property="og:image:alt"
        content="Levee: every public dollar, from the need to the proof"
      />
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:title" content={page.title} />
      <meta name="twitter:description" content={page.description} />
      <meta name="twitter:image" content={at("/preview.png")} />
      <link rel="alternate" type="application/rss+xml" title="Levee blog" href="/blog/rss.xml" />
      <link
        rel="alternate"
        type="application/feed+json"
        title="Levee blog"
        href="/blog/feed.json"
      />
      {path === "/" &&
        structuredData(page.description).map((block, i) =>
          "live" in block ? (
            <script key={i} type="application/ld+json" data-live={block.live} />
          ) : (
            <script
              key={i}
              type="application/ld+json"
              dangerouslySetInnerHTML={{ __html: json(block) }}
            />
          ),
        )}
    </>
  );
}
