import { useEffect } from "react";
import { Outlet, useLocation } from "react-router";
import { pageAt } from "#areas.ts";
import { documentTitle } from "#kernel/page-title.ts";
import { SiteBar } from "./SiteBar.tsx";
import { SiteFooter } from "./SiteFooter.tsx";

/**
 * Frame of the public pages. They are plain HTML without React; where the app leads to one by
 * itself, the same small script serves it.
 */
export default function SiteLayout() {
  const path = useLocation().pathname.replace(/(.)\/$/, "$1");
  const page = pageAt(path);
  useEffect(() => {
    document.documentElement.dataset.session ??= "in";
    void import("./site.ts");
  }, []);
  useEffect(() => {
    if (page && !page.path.includes(":")) document.title = documentTitle(page.title);
  }, [page]);
  const prose = page?.file.endsWith(".mdx");
  return (
    <>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <div className="site">
        <SiteBar path={path} />
        <main id="main" tabIndex={-1} className={prose ? "prose" : undefined}>
          <Outlet />
        </main>
        <SiteFooter />
      </div>
    </>
  );
}
