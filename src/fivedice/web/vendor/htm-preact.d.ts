// What the pages use of the vendored htm, preact and hooks, for the type checker.
export type Ref<T> = {current: T}
type Setter<T> = (next: T | ((now: T) => T)) => void
type Effect = () => void | undefined | (() => void)
export function html(strings: TemplateStringsArray, ...values: any[]): any
export function h(type: any, props: any, ...children: any[]): any
export function render(node: any, place: Element): void
export function createContext<T>(usual: T): any
export function useState<T>(first: T | (() => T)): [T, Setter<T>]
export function useReducer<S, A>(step: (state: S, action: A) => S, first: S): [S, (action: A) => void]
export function useEffect(effect: Effect, inputs?: any[]): void
export function useLayoutEffect(effect: Effect, inputs?: any[]): void
export function useRef<T>(first: T): Ref<T>
export function useMemo<T>(make: () => T, inputs: any[]): T
export function useCallback<F extends (...given: any[]) => any>(call: F, inputs: any[]): F
export function useContext(context: any): any
