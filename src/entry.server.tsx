import { prerender } from "react-dom/static";
import { ServerRouter, type EntryContext } from "react-router";
import { RenderingContext } from "./web/rendering.ts";

/** Runs at build time only: draws the public pages whole, and the fallback that the app starts from. */
export default async function handleRequest(request: Request, status: number, headers: Headers, context: EntryContext): Promise<Response> {
  const rendering = context.isSpaMode ? "fallback" : "static";
  const { prelude } = await prerender(
    <RenderingContext value={rendering}>
      <ServerRouter context={context} url={request.url} />
    </RenderingContext>,
  );
  headers.set("content-type", "text/html; charset=utf-8");
  return new Response(prelude, { headers, status });
}
