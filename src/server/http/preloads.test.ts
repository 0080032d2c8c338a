import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { preloads } from "./preloads.ts";

test("a page names the files of its screen and of what stands above it, without what it names already", () => {
  const client = mkdtempSync(join(tmpdir(), "levee-preloads-"));
  try {
    mkdirSync(join(client, "assets"));
    const routes = {
      root: { id: "root", module: "/assets/root.js", imports: ["/assets/react.js"] },
      shell: {
        id: "shell",
        parentId: "root",
        module: "/assets/shell.js?route",
        imports: ["/assets/react.js", "/assets/kit.js"],
      },
      invoice: {
        id: "invoice",
        parentId: "shell",
        path: "invoices/:id",
        module: "/assets/invoice.js",
        imports: ["/assets/kit.js", "/assets/form.js"],
      },
    };
    writeFileSync(
      join(client, "assets", "manifest-12ab.js"),
      `window.__reactRouterManifest=${JSON.stringify({ entry: {}, routes })};`,
    );
    const linksFor = preloads(client);
    const page =
      '<link rel="modulepreload" href="/assets/root.js"/><link rel="modulepreload" href="/assets/react.js"/>';
    const link = (name: string) =>
      `<link rel="modulepreload" fetchpriority="low" href="/assets/${name}.js"/>`;
    expect(linksFor("/invoices/:id", page)).toBe(
      ["shell", "kit", "invoice", "form"].map(link).join(""),
    );
    expect(linksFor("/invoices/:id", page)).toBe(
      ["shell", "kit", "invoice", "form"].map(link).join(""),
    );
    expect(linksFor("/nowhere", page)).toBe("");
    expect(preloads(join(client, "none"))("/invoices/:id", page)).toBe("");
  } finally {
    rmSync(client, { recursive: true, force: true });
  }
});
