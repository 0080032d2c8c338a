import { use, type ComponentType } from "react";
import { RenderingContext } from "../rendering.ts";

/**
 * Draws an island: at build time its HTML with what the browser needs to wake it, in the app the
 * component itself.
 * `name` is its entry in `islands.ts`; `wake="visible"` loads it when it comes near the window
 * instead of at the first touch.
 */
export function Island<P extends object>({
  name,
  of: Part,
  props,
  wake,
}: {
  name: string;
  of: ComponentType<P>;
  props: P;
  wake?: "visible";
}) {
  if (use(RenderingContext) !== "static") return <Part {...props} />;
  return (
    <div data-island={name} data-props={JSON.stringify(props)} data-wake={wake}>
      <Part {...props} />
    </div>
  );
}
