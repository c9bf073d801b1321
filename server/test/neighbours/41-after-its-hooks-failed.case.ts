import { meets } from './meets-product.ts'

meets('another')
