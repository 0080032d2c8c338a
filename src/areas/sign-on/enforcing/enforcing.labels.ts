/** So many members keep a way in of their own for the day on which the provider fails. */
export const mostBreakGlass = 2;
