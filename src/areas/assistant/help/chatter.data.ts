/** Words that say nothing of what is asked: of grammar, of courtesy, and of asking itself. */
export const chatter: ReadonlySet<string> = new Set(
  `a about actually afternoon ah all already also am an and another any anybody anyone anything app
  are as ask asked asking at basically be because been being bit but button by call called came
  can cannot cant click come could couldnt currently dear did didnt do does doesnt doing done dont
  each either else etc even evening ever every everybody everyone explain for from gave get gets
  getting give given go goes going gone good got guys had happen happens has have havent having he
  hello help her here hey hi him his how however hows i id if ill im in instead into is isnt it
  its ive just kindly know let lets levee like look looking maybe me mean means might mine morning
  much must my need needed needs never now of oh on once one only or our ours out page per
  perhaps platform please pls plz possible press probably program put question quick quickly
  really right said say screen see she should show since site so software some somebody somehow
  someone something sorry still stuff suddenly sure system take takes tell than thank thanks that thats
  the their them then there theres these they thing things think this those though thru thx to too
  tried try trying u up ur us use used using very via wanna want wanted wants was way we website
  were weve what whats when where wheres which while who whom whos whose why will wish with
  wonder wondering wont work working works would yes yet you your youre yours
  able aint anymore arent asks ask calling clue cuz everything everywhere figure folks fyi gimme gonna
  gotta gotten guy guys hadnt happened hasnt hed hers hes hope hoping idea itll kinda lady lemme lot
  mention mr mrs ms nah nope noticed ours shed shes shouldnt shouldve sorta til told telling talking
  thatll theirs theyll theyre theyve til understand wasnt wed werent whenever whoever wouldnt
  yall yep youll youve mind dude man sir madam maam bunch couple people person says quite rather
  pretty heading head`.split(/\s+/),
);
