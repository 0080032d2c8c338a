// Every test of the server meets the areas as the product mounts them, whichever files shared its
// worker before.
import "#areas.server.ts";
