import type { ComponentType } from "react";

/**
 * The parts of public pages that need React, by name. `Island` draws one as plain HTML when the page is built; the browser loads
 * it when somebody touches it. A component takes only props that survive JSON, and its form works as plain HTML before.
 */
export const islands: Readonly<Record<string, () => Promise<{ default: ComponentType<never> }>>> = {};
