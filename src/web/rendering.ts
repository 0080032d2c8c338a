import { createContext } from "react";

/** How this document came to be: `static` = prerendered public page without React, `fallback` = the empty frame of the app, `app` = the browser. */
export type Rendering = "static" | "fallback" | "app";
export const RenderingContext = createContext<Rendering>("app");
