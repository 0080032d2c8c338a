import { describe, expect, test } from "vitest";
import { pages } from "#areas.ts";
import { documentTitle } from "#kernel/page-title.ts";
import { descriptions } from "./descriptions.ts";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { guides } from "./documentation/guides.ts";
import { guideSections } from "#kernel/guide.ts";
import { publicPageAt, publicPages } from "./site.paths.ts";
import { applicationBlock, structuredData } from "./structuredData.ts";

describe("public pages as data", () => {
  test("every page has a description of its own, 50 to 160 characters, and a title of at most 70", () => {
    const faults = publicPages
      .filter(
        (page) =>
          page.description.length < 50 || page.description.length > 160 || page.title.length > 70,
      )
      .map((page) => `${page.path}: ${page.description.length}, title ${page.title.length}`);
    expect(faults).toEqual([]);
    expect(new Set(publicPages.map((page) => page.description)).size).toBe(publicPages.length);
    expect(new Set(publicPages.map((page) => page.title)).size).toBe(publicPages.length);
  });

  test("the product's name is a suffix of the title unless it is in it", () => {
    expect(documentTitle("Blog")).toBe("Blog | Levee");
    expect(documentTitle("Why Levee is open")).toBe("Why Levee is open");
    expect(publicPages.every((page) => page.title.split("Levee").length === 2)).toBe(true);
  });

  test("every public page's file exists, no address stands twice, no description is left over", () => {
    expect(
      pages
        .filter((page) => page.access === "public" && !existsSync(`src/${page.file}`))
        .map((page) => page.file),
    ).toEqual([]);
    expect(new Set(publicPages.map((page) => page.path)).size).toBe(publicPages.length);
    expect(Object.keys(descriptions).filter((path) => !publicPageAt(path))).toEqual([]);
  });

  test("the landing page has exactly four blocks of structured data and claims no rating", () => {
    const blocks = structuredData("A description").map((block) =>
      "live" in block ? applicationBlock("A description", [0, 499_00, 999_00]) : block,
    ) as {
      "@type": string;
      aggregateRating?: unknown;
    }[];
    expect(blocks.map((block) => block["@type"])).toEqual([
      "Organization",
      "WebSite",
      "SoftwareApplication",
      "FAQPage",
    ]);
    expect(JSON.stringify(blocks)).toContain(
      '"lowPrice":"0.00","highPrice":"999.00","offerCount":3',
    );
    expect(JSON.stringify(applicationBlock("Nothing", []))).not.toContain("offers");
    expect(JSON.stringify(blocks)).not.toMatch(/aggregateRating|reviewCount|ratingValue/);
  });
});

describe("the guide", () => {
  const sections = readdirSync("docs/guide")
    .filter((name) => name.endsWith(".md") && name !== "README.md")
    .flatMap((name) =>
      guideSections(name.replace(".md", ""), readFileSync(`docs/guide/${name}`, "utf8")),
    );

  test("every file of docs/guide is a page of the documentation, and no page is without its file", () => {
    const files = readdirSync("docs/guide")
      .filter((name) => name.endsWith(".md") && name !== "README.md")
      .map((name) => name.replace(".md", ""));
    expect([...guides.map((guide) => guide.slug)].sort()).toEqual(files.sort());
  });

  test("its sections are text without marks, with an address each", () => {
    expect(sections.length).toBeGreaterThan(40);
    expect(
      sections.filter(({ path, blocks }) => /[*`|#]|\]\(/.test([...path, ...blocks].join(" "))),
    ).toEqual([]);
    expect(new Set(sections.map((section) => `${section.slug}#${section.anchor}`)).size).toBe(
      sections.length,
    );
  });

  test("every link of the guide leads to a page of it and to a heading that is there", () => {
    const links = readdirSync("docs/guide")
      .filter((name) => name.endsWith(".md"))
      .flatMap((name) =>
        [...readFileSync(`docs/guide/${name}`, "utf8").matchAll(/\]\(([^)\s]+)\)/g)].map(
          ([, to]) => ({ name, to: to! }),
        ),
      )
      .filter(({ to }) => !/^https?:/.test(to));
    const anchors = new Set(sections.map(({ slug, anchor }) => `${slug}#${anchor}`));
    const known = new Set(guides.map(({ slug }) => slug));
    const broken = links.filter(({ name, to }) => {
      const [file, anchor] = to.split("#") as [string, string | undefined];
      const slug = file === "" ? name.replace(".md", "") : file.replace(/\.md$/, "");
      if (to.startsWith("/")) return !pages.some(({ path }) => path === file);
      if (!known.has(slug)) return !existsSync(`docs/guide/${file}`);
      return anchor !== undefined && !anchors.has(`${slug}#${anchor}`);
    });
    expect(links.length).toBeGreaterThan(100);
    expect(broken).toEqual([]);
  });
});
