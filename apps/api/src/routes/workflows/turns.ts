/** Works one after another, in the order in which they were asked for. One that fails does not keep the next from its turn. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve();

  take<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => undefined); // whoever asked for it has the failure
    return turn;
  }
}
