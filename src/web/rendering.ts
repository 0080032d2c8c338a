import { createContext, type ReactNode } from "react";

/**
 * How this document came to be: `static` = prerendered public page without React, `fallback` = the
 * empty frame of the app, `app` = the browser.
 */
export type Rendering = "static" | "fallback" | "app";
export const RenderingContext = createContext<Rendering>("app");

/**
 * What a prerendered page puts into its head: title, description, canonical and social tags,
 * structured data.
 */
export const HeadContext = createContext<ReactNode>(null);
