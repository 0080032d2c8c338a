import { use, useEffect } from "react";
import { RenderingContext } from "../rendering.ts";

/**
 * The place of a part that the server fills each time the page is read. Where the app leads here by
 * itself, the page is read from the server.
 */
export function LivePart({ name }: { name: string }) {
  const fixed = use(RenderingContext) === "static";
  useEffect(() => {
    if (!fixed) window.location.reload();
  }, [fixed]);
  return <div data-live={name} />;
}
