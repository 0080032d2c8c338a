import { prerender } from "react-dom/static";
import { ServerRouter, type EntryContext } from "react-router";
import { HeadContext, RenderingContext } from "#web/rendering.ts";
import { SiteHead } from "#web/site/SiteHead.tsx";

/**
 * Runs at build time only: draws the public pages whole, and the fallback that the app starts from.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  const rendering = context.isSpaMode ? "fallback" : "static";
  const { prelude } = await prerender(
    <RenderingContext value={rendering}>
      <HeadContext
        value={
          rendering === "static" ? (
            <SiteHead path={new URL(request.url).pathname.replace(/(.)\/$/, "$1")} />
          ) : null
        }
      >
        <ServerRouter context={context} url={request.url} />
      </HeadContext>
    </RenderingContext>,
  );
  headers.set("content-type", "text/html; charset=utf-8");
  return new Response(prelude, { headers, status });
}
