/** The name under which what connected programs propose stands among the findings of agents. */
export const connectedAgent = "connected";
