import { html } from "#kernel/html.ts";
import type { LivePage, LiveParts } from "#server/http/live.ts";
import { emptyPaperOf } from "./run.api.ts";

/** The public form's empty PDF, for a browser without script; nothing where none is offered. */
export const emptyPaperWithoutScript: LivePage = async (app, request) => {
  const slug = request.url.split("?")[0]!.split("/").at(-1)!;
  const found = /^[a-z0-9-]+$/.test(slug) ? await emptyPaperOf(app, slug) : null;
  const parts: LiveParts = {};
  if (!found) return parts;
  const address = `/api/v1/public/forms/${slug}/blank`;
  return {
    ...parts,
    withoutScript: html`<p>
      This form is filled in with script. Without it, take the empty PDF, fill it in, and send it to
      the agency: <a href="${address}">${found.name}</a>
    </p>`,
  };
};
